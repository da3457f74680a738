/** BBCode as a row of tags and texts. Works in one pass over the text, whatever its tags do. */

/** A tag, or text between tags. */
export interface BbToken {
  /** Name of a tag in lower case; empty for text. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Rest of the tag behind its name, such as `=red` or ` post_id=3`. */
  readonly value: string;
  readonly raw: string;
  /** Text that belongs to the tag and holds no tags: code, the address of a picture. Null for all others. */
  readonly content: string | null;
  readonly from: number;
  readonly to: number;
}

/** Tags of a kind of BBCode. */
export interface BbNames {
  /** Names of tags; all else in brackets is text. */
  readonly names: ReadonlySet<string>;
  /** Those of them that take the text up to their end as it is. */
  readonly verbatim: ReadonlySet<string>;
  /** Letters and digits that phpBB 3.0 put into each tag: those without it are text. Empty if there are none. */
  readonly uid: string;
}

const HEAD = /\[(\/?)([a-z][a-z\d]{0,15}|\*)(?=[\]=:\s])/gi;
/** Longest value of a tag. */
const VALUE_MAX = 2_000;
const QUOTED = /^=(?:"[^"\n]*"|&quot;[^\n]{0,300}?&quot;)/;

/** Reads a text. Tags that have no partner are still tags here: see `pairs`. */
export function readTokens(text: string, { names, verbatim, uid }: BbNames): BbToken[] {
  const tokens: BbToken[] = [];
  const ends = new Ends(text);
  const head = new RegExp(HEAD);
  const mark = new RegExp(`(?::[a-z])?:${uid}$`, "i");
  let reached = 0;
  const addText = (to: number): void => {
    if (to <= reached) return;
    const raw = text.slice(reached, to);
    tokens.push({ name: "", isEnd: false, value: "", raw, content: null, from: reached, to });
  };
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const name = match[2]!.toLowerCase();
    if (!names.has(name)) continue;
    const length = valueLength(text.slice(head.lastIndex, head.lastIndex + VALUE_MAX));
    if (length < 0) continue;
    const written = text.slice(head.lastIndex, head.lastIndex + length);
    if (uid !== "" && !mark.test(written)) continue;
    let to = head.lastIndex + length + 1;
    let content: string | null = null;
    if (match[1] === "" && verbatim.has(name)) {
      const end = ends.after(name, to);
      if (end === null) continue;
      content = text.slice(to, end.from);
      to = end.to;
    }
    addText(match.index);
    const value = uid === "" ? written : written.replace(mark, "");
    const raw = text.slice(match.index, to);
    tokens.push({ name, isEnd: match[1] !== "", value, raw, content, from: match.index, to });
    reached = to;
    head.lastIndex = to;
  }
  addText(text.length);
  return tokens;
}

/** The place of the bracket that ends a tag, behind brackets in pairs and a name in quotes; −1 if none does. */
function valueLength(text: string): number {
  let depth = 0;
  for (let at = QUOTED.exec(text)?.[0].length ?? 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\n") return -1;
    if (sign === "[") depth++;
    else if (sign === "]" && depth-- === 0) return at;
  }
  return -1;
}

/** Finds ends of verbatim tags; remembers them, so that tags without one cost nothing. */
class Ends {
  readonly #lower: string;
  readonly #places = new Map<string, number>();

  constructor(text: string) {
    // Letters that change their length stay, so that places are the same.
    this.#lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }

  after(name: string, at: number): { readonly from: number; readonly to: number } | null {
    let from = this.#places.get(name) ?? -1;
    if (from < at) {
      const found = this.#lower.indexOf(`[/${name}`, at);
      from = found < 0 ? Infinity : found;
      this.#places.set(name, from);
    }
    if (from === Infinity) return null;
    const end = this.#lower.indexOf("]", from);
    return end < 0 || end - from > name.length + 20 ? null : { from, to: end + 1 };
  }
}

/**
 * Finds the partner of each tag, of the same name and nearest to it, across all others: an index by index. Tags without a
 * partner are text.
 */
export function pairs(tokens: readonly BbToken[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>();
  const partners = new Map<number, number>();
  tokens.forEach(({ name, isEnd }, index) => {
    if (name === "") return;
    const starts = open.get(name) ?? [];
    open.set(name, starts);
    if (!isEnd) starts.push(index);
    else {
      const start = starts.pop();
      if (start === undefined) return;
      partners.set(start, index);
      partners.set(index, start);
    }
  });
  return partners;
}
