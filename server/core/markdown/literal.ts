/** Every sign that may mean something in Markdown; each may be escaped (CommonMark 0.31, 2.4). */
const SIGN = /[!-/:-@[-`{-~]/g;

/** A text written in Markdown so that it is read as it stands: of `**` no bold letters are made. */
export function literal(text: string): string {
  return text.replace(SIGN, "\\$&");
}
