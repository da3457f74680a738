/**
 * Renderer of bodies without Markdown: most replies are plain paragraphs and need no parser. Its output equals the
 * parser's to the byte; a property test compares both.
 */

/** Characters that mean something to Markdown, to GFM, to HTML, or to mentions, wherever they stand. */
const SYNTAX = /[\\`*_[\]<>&|~@#\t]|https?:|www\./i;
/** Lines that begin a list, a rule, a setext heading, or code, or that begin or end with blanks. */
const LINE = /^(?: |[-+=]|\d{1,9}[.)])| $/m;

/** True if a body is nothing but paragraphs of text. */
export function isPlain(source: string): boolean {
  return !SYNTAX.test(source) && !LINE.test(source);
}

/** Renders a body for which `isPlain` holds. */
export function renderPlain(source: string): string {
  return source
    .split("\n\n")
    .map(withoutOuterBreaks)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>\n")}</p>`)
    .join("\n");
}

function withoutOuterBreaks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text[from] === "\n") from++;
  while (to > from && text[to - 1] === "\n") to--;
  return text.slice(from, to);
}

/** Shows any text as it is: for bodies that would cost too much to render. */
export function renderVerbatim(source: string): string {
  return renderPlain(source.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
}
