import type { Token } from "markdown-it";

/** Pictures that an album shows; the others open from there. */
export const ALBUM_SHOWN = 9;
const OWN_FILE = /^\/files\/[\w./-]+$/;

/** True for a picture of our own; all others become links, since no page asks a foreign host for anything. */
export function isOwnPicture(src: string): boolean {
  return OWN_FILE.test(src) && !src.includes("..");
}

/** The pictures of a paragraph that consists of nothing else; empty for all other paragraphs. */
function picturesOf(inline: Token): Token[] {
  const children = inline.children ?? [];
  const isBlank = ({ type, content }: Token) =>
    type === "softbreak" || type === "hardbreak" || (type === "text" && content.trim() === "");
  const isPicture = (token: Token) =>
    token.type === "image" && isOwnPicture(String(token.attrGet("src") ?? ""));
  if (!children.every((child) => isBlank(child) || isPicture(child))) return [];
  return children.filter(isPicture);
}

/**
 * Joins paragraphs in a row that consist of two or more pictures of ours into one, `<p class="pictures">`, which shows
 * them as an album. The tokens given stay as they are.
 */
export function withAlbums(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    let next = at;
    const pictures: Token[] = [];
    while (tokens[next]?.type === "paragraph_open" && !tokens[next]!.hidden) {
      const more = picturesOf(tokens[next + 1]!);
      if (more.length === 0) break;
      pictures.push(...more);
      next += 3;
    }
    if (pictures.length < 2) {
      result.push(tokens[at]!);
      continue;
    }
    result.push(...album(tokens.slice(at, at + 3), pictures));
    at = next - 1;
  }
  return result;
}

/** One paragraph with all the pictures; says how many are hidden. */
function album([open, inline, close]: Token[], pictures: Token[]): Token[] {
  const more = pictures.length - ALBUM_SHOWN;
  const attrs: [string, string][] = [["class", "pictures"]];
  if (more > 0) attrs.push(["data-more", String(more)]);
  return [
    Object.assign(Object.create(open!) as Token, { attrs }),
    Object.assign(Object.create(inline!) as Token, { children: pictures }),
    close!,
  ];
}
