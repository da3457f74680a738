/**
 * Bodies that nobody writes to be read: thousands of blocks, or blocks nested deep. The parser's work grows with blocks, not
 * with marks, so they are counted before it begins. New ones are refused; stored ones are shown as they are.
 */

/** Levels of quotes and lists in one line. */
export const NESTING_MAX = 12;
/** Paragraphs, headings, items, quotes, rules, and cells of tables, in all. */
export const BLOCKS_MAX = 4_000;

/** Opening brackets; the parser looks for the end of each. */
const BRACKETS_MAX = 10_000;
/** Lines that go on with a quote without its mark, times the levels that each of them is tried against. */
const LAZY_MAX = 100_000;

const [TAB, NEWLINE, SPACE] = [9, 10, 32];
const [HASH, STAR, PLUS, DASH, DOT, COLON, EQUALS, ABOVE, LOW, PIPE, PAREN, BRACKET] = [
  35, 42, 43, 45, 46, 58, 61, 62, 95, 124, 41, 91,
];

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || code === NEWLINE || Number.isNaN(code);
}

/** Weight of one line: the containers that it opens, and its blocks and cells. */
interface Line {
  readonly containers: number;
  /** Those of them that are items of lists: each holds a block of its own. */
  readonly items: number;
  readonly isBlank: boolean;
  /** Begins a block of its own whatever stands above it. */
  readonly isBlock: boolean;
  /** Only marks of a rule, of an underline, or of the row below the head of a table. */
  readonly isRuler: boolean;
  readonly pipes: number;
  readonly brackets: number;
}

/** The end of a list's mark at a place; −1 if there is none. */
function markEnd(source: string, at: number): number {
  const code = source.charCodeAt(at);
  if (code === ABOVE) return at + 1;
  if (code === STAR || code === PLUS || code === DASH)
    return isBlank(source.charCodeAt(at + 1)) ? at + 1 : -1;
  let end = at;
  while (end - at < 9 && source.charCodeAt(end) >= 48 && source.charCodeAt(end) <= 57) end++;
  const mark = source.charCodeAt(end);
  if (end === at || (mark !== DOT && mark !== PAREN)) return -1;
  return isBlank(source.charCodeAt(end + 1)) ? end + 1 : -1;
}

function lineOf(source: string, from: number, to: number): Line {
  let [at, containers, items, pipes, brackets] = [from, 0, 0, 0, 0];
  for (;;) {
    while (at < to && isBlank(source.charCodeAt(at))) at++;
    const end = at < to ? markEnd(source, at) : -1;
    if (end < 0) break;
    containers++;
    if (source.charCodeAt(at) !== ABOVE) items++;
    at = end;
  }
  const first = source.charCodeAt(at);
  let isRuler = at < to;
  for (let index = at; index < to; index++) {
    const code = source.charCodeAt(index);
    if (code === BRACKET) brackets++;
    if (code === PIPE) pipes++;
    else if (isRuler && !RULER.has(code)) isRuler = false;
  }
  return { containers, items, isBlank: at >= to, isBlock: first === HASH, isRuler, pipes, brackets };
}

const RULER = new Set([SPACE, TAB, DASH, EQUALS, COLON, STAR, LOW]);

/** True if a body has too many blocks or nests too deep to be rendered. Looks at every character a few times. */
export function isTooComplex(source: string): boolean {
  let [blocks, columns, wasBlank] = [0, 0, true];
  let [brackets, depth, lazy] = [0, 0, 0];
  for (let from = 0; from <= source.length;) {
    const end = source.indexOf("\n", from);
    const to = end < 0 ? source.length : end;
    const line = lineOf(source, from, to);
    if (line.containers > NESTING_MAX) return true;
    blocks += line.containers + line.items;
    if (line.isBlank && line.containers === 0) columns = 0;
    else {
      // The parser fills up the rows of a table to as many cells as its head has.
      if (line.isRuler && line.pipes > 0) columns = Math.max(columns, line.pipes + 1);
      blocks += columns > 0 ? Math.max(columns, 1) : wasBlank || line.isBlock || line.isRuler ? 1 : 0;
    }
    wasBlank = line.isBlank;
    if (line.containers > 0) depth = line.containers;
    else if (line.isBlank) depth = 0;
    else lazy += depth;
    brackets += line.brackets;
    if (blocks > BLOCKS_MAX || brackets > BRACKETS_MAX || lazy > LAZY_MAX) return true;
    from = to + 1;
  }
  return false;
}
