/** Characters with a meaning in Markdown; they are escaped in names and titles. */
const MARKS = /[\\`*_{}[\]<>#|~!&]/g;
/** Signs that end a line for some reader of Markdown. */
const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
const BLANKS = /[\s\u0085]+/g;

/** Writes a name or a title on one line of Markdown, where it means nothing but itself. */
export function inLine(text: string): string {
  return text.replace(BLANKS, " ").trim().replace(MARKS, "\\$&");
}

/**
 * Writes a text of a member as a quotation. Each line has the mark of its own, so that no text can pretend to be what
 * follows it, whatever it opens and does not close.
 */
export function quoted(text: string, indent = ""): string {
  const lines = text.trim().split(LINE_END);
  return lines.map((line) => `${indent}>${line === "" ? "" : ` ${line}`}`).join("\n");
}

/** Cuts a text to a number of UTF-16 units, not within a character. */
export function cutAt(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
