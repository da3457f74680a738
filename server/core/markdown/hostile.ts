/**
 * Bodies that nobody writes to be read, and that would keep the parser busy for seconds: it walks back over what is
 * open in one block, so some marks cost the square of their number. Such bodies are shown as they are.
 */

/** Levels of quotes and lists in one line. */
const NESTING_MAX = 12;
/** Marks that open or close something, in all. */
const MARKS_MAX = 6_000;
/** Runs of marks of emphasis in one block. */
const EMPHASIS_MAX = 1_000;
/** Lines that underline a heading. */
const UNDERLINES_MAX = 300;

const MARKS = new Set([..."*_[]`<>!|~&\\("].map((mark) => mark.charCodeAt(0)));
/** The beginning of a block of code, in which marks mean nothing; inside of lists it may end sooner than it seems. */
const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;
/** Raw HTML, in which a fence means nothing. */
const HTML_LINE = /^[\s>]*</m;
/** Each of these at the start of a line opens a quote or a list, one in the other. */
const CONTAINER = /[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))/y;
const UNDERLINE = /^[\s>]*(?:-+|=+)\s*$/;
const BLANK = /^\s*$/;

/** Whether parsing a body would take long or nest deep. Looks at every character once. */
export function isHostile(source: string): boolean {
  let [marks, emphasis, underlines] = [0, 0, 0];
  let fence: RegExp | null = null;
  const mayFence = !HTML_LINE.test(source);
  for (const line of source.split("\n")) {
    if (fence) {
      if (fence.test(line)) fence = null;
      continue;
    }
    const opening = mayFence ? FENCE.exec(line) : null;
    const mark = opening?.[1] ?? opening?.[2];
    if (mark) {
      fence = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`);
      continue;
    }
    if (BLANK.test(line)) emphasis = 0;
    else if (UNDERLINE.test(line)) underlines++;
    const found = marksOf(line);
    marks += found.marks;
    emphasis += found.emphasis;
    if (marks > MARKS_MAX || emphasis > EMPHASIS_MAX || underlines > UNDERLINES_MAX) return true;
    if (nestingOf(line) > NESTING_MAX) return true;
  }
  return false;
}

function marksOf(line: string): { marks: number; emphasis: number } {
  let [marks, emphasis, before] = [0, 0, 0];
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (MARKS.has(code)) marks++;
    // * _ ~: a run of the same mark is looked at as one.
    if ((code === 42 || code === 95 || code === 126) && code !== before) emphasis++;
    before = code;
  }
  return { marks, emphasis };
}

function nestingOf(line: string): number {
  let nesting = 0;
  CONTAINER.lastIndex = 0;
  while (nesting <= NESTING_MAX && CONTAINER.test(line)) nesting++;
  return nesting;
}
