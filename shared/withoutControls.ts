/** Sequences by which programs colour what they write to a terminal. */
const TERMINAL = /\u001B\[[0-?]*[ -/]*[@-~]/g;
/** Ends of lines: those of other systems, and the breaks within a paragraph that word processors copy. */
const LINE_ENDS = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;
/** Controls other than tab and line feed, byte order marks, places of objects. */
const MEANINGLESS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\uFEFF\uFFFC]/g;
/** Half of a character without the other half. */
const HALF = /\p{Surrogate}/gu;

/**
 * Removes characters that nobody sees: control characters go, those that break a line become `\n`, half a character becomes
 * U+FFFD. Joiners and marks of direction stay: scripts need them.
 */
export function withoutControls(text: string): string {
  return text.replace(TERMINAL, "").replace(LINE_ENDS, "\n").replace(MEANINGLESS, "").replace(HALF, "\uFFFD");
}
