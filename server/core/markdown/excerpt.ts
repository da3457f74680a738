/** Characters of an excerpt. */
export const EXCERPT_MAX = 200;

/** Signs that belong to the character before them: joiners, variation selectors, accents. */
const ATTACHED = /^[\u200D\p{M}]$/u;
const BLANK = /^\s$/;
/** Names of entities that our renderer writes. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x26": "&",
  "#x3C": "<",
};

/** A text as one line: blanks and line breaks in a row become one blank. Looks at no more than is kept. */
export function oneLine(text: string, most = Infinity): string {
  const parts: string[] = [];
  let [length, from, at] = [0, 0, 0];
  while (at < text.length && length <= most) {
    if (!BLANK.test(text[at]!)) {
      at++;
      length++;
      continue;
    }
    if (at > from) parts.push(text.slice(from, at));
    while (at < text.length && BLANK.test(text[at]!)) at++;
    from = at;
    length++;
  }
  if (at > from) parts.push(text.slice(from, at));
  return parts.join(" ");
}

/** The beginning of a text as one line of so many characters; never cuts a character in two. */
export function shorten(text: string, most: number): string {
  // What readers see as a character may have many units; a line of them alone is cut sooner.
  const line = oneLine(text, most * 4 + 1);
  const characters = [...line.slice(0, most * 4).toWellFormed()];
  if (characters.length <= most && line.length <= most * 4) return line;
  let end = Math.min(characters.length, most - 1);
  if (end > 0 && characters[end] !== undefined && ATTACHED.test(characters[end]!)) {
    // The cut is inside of what is seen as one character: it goes as a whole.
    while (end > 0 && ATTACHED.test(characters[end]!)) end--;
  }
  while (end > 0 && ATTACHED.test(characters[end - 1]!)) end--;
  while (end > 0 && BLANK.test(characters[end - 1]!)) end--;
  return `${characters.slice(0, end).join("")}…`;
}

/**
 * The text of HTML that our renderer wrote, blanks in the place of tags, until so many units are there.
 * Each unit is looked at once.
 */
export function textOfHtml(html: string, most: number): string {
  const parts: string[] = [];
  let [at, length] = [0, 0];
  while (at < html.length && length < most) {
    const tag = html.indexOf("<", at);
    const to = tag < 0 ? html.length : tag;
    const text = html.slice(at, Math.min(to, at + most - length));
    if (text !== "") parts.push(decoded(text));
    length += text.length + 1;
    if (tag < 0) break;
    const end = html.indexOf(">", tag);
    if (end < 0) break;
    at = end + 1;
  }
  return oneLine(parts.join(" "));
}

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x26|#x3C);/g, (_all, name: string) => ENTITIES[name]!);
}
