/** Signs that could mean something in the text of a link. */
const SIGN = /[\\[\]*_`~|<>&]/g;

/** Writes a mention as Markdown: a link to the page of the member, `[@name](/user/42)`. */
export function mentionMarkdown(id: number | string, name: string): string {
  return `[@${name.replace(SIGN, "\\$&")}](/user/${id})`;
}
