import { roughText } from "../../core/markdown/rough.ts";
import { searchedPieces } from "../../core/searchTokens.ts";

/** Characters of a snippet, dots included. */
export const SNIPPET_MAX = 160;
/** Characters before the match. */
const BEFORE = 40;
/** Longer bodies are read only around the match. */
const PARSED_MAX = 3000;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Plain text of a body around the first place that a query is found at, or its beginning if only the title matches.
 * @returns one line of at most 160 characters; nothing that readers see as one character is cut in two
 */
export function snippetOf(body: string, query: string): string {
  const pieces = searchedPieces(query);
  const near = body.length > PARSED_MAX ? around(body, placeOf(body, pieces), PARSED_MAX / 2) : body;
  const text = roughText(near).replace(/\s+/gu, " ").trim();
  return cut(text, Math.max(0, placeOf(text, pieces)));
}

/** Where the first of the pieces stands; −1 if none does. */
function placeOf(text: string, pieces: readonly string[]): number {
  const plain = text.toLowerCase();
  if (plain.length === text.length) {
    const direct = pieces.map((piece) => plain.indexOf(piece)).filter((at) => at >= 0);
    if (direct.length > 0) return Math.min(...direct);
  }
  return placeOfFolded(text, plain, pieces);
}

/** `placeOf` for texts in which the pieces stand in another form; every character is folded, which is slow. */
function placeOfFolded(text: string, lower: string, pieces: readonly string[]): number {
  let folded = lower;
  let places: number[] | null = null;
  // Compatibility forms ("Ａ", "㈱") may change lengths: then each character is folded by itself, its place kept.
  if (folded.normalize("NFKC") !== folded || folded.length !== text.length) {
    places = [];
    const parts: string[] = [];
    let place = 0;
    for (const character of text) {
      const part = character.normalize("NFKC").toLowerCase();
      for (let unit = 0; unit < part.length; unit++) places.push(place);
      parts.push(part);
      place += character.length;
    }
    folded = parts.join("");
  }
  const found = pieces.map((piece) => folded.indexOf(piece)).filter((at) => at >= 0);
  if (found.length === 0) return -1;
  const first = Math.min(...found);
  return places ? places[first]! : first;
}

function around(text: string, place: number, reach: number): string {
  return text.slice(Math.max(0, place - reach), Math.max(0, place) + reach).toWellFormed();
}

/** Every unit is a character of its own: Latin, Greek, Cyrillic, Han, Kana without marks, Hangul syllables, punctuation. */
const SIMPLE =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u3000-\u3029\u3030-\u3098\u309B-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9D]*$/;

function cutSimple(text: string, from: number): string {
  const before = from > 0 ? 1 : 0;
  const isWhole = from + SNIPPET_MAX - before >= text.length;
  const end = isWhole ? text.length : from + SNIPPET_MAX - before - 1;
  return `${before ? "…" : ""}${text.slice(from, end).trim()}${isWhole ? "" : "…"}`;
}

function cut(text: string, place: number): string {
  if (text.length <= SNIPPET_MAX) return text;
  const wanted = Math.max(0, place - BEFORE);
  if (SIMPLE.test(text.slice(wanted, wanted + SNIPPET_MAX))) return cutSimple(text, wanted);
  // From a little earlier, since the place may lie inside of what readers see as one character.
  const from = Math.max(0, wanted - BEFORE);
  let length = wanted > 0 ? 1 : 0;
  let begin = -1;
  let end = from;
  for (const { segment, index } of graphemes.segment(text.slice(from, wanted + SNIPPET_MAX * 4))) {
    if (from + index < wanted) continue;
    if (begin < 0) begin = from + index;
    const size = [...segment].length;
    const isLast = from + index + segment.length === text.length;
    if (length + size > (isLast ? SNIPPET_MAX : SNIPPET_MAX - 1)) break;
    length += size;
    end = from + index + segment.length;
  }
  const inside = text.slice(Math.max(begin, 0), end).trim();
  return `${begin > 0 ? "…" : ""}${inside}${end < text.length ? "…" : ""}`;
}
