import { oneLine } from "../../../core/markdown/excerpt.ts";
import { folded } from "../../../core/searchFolding.ts";
import { searchedPieces } from "../../../core/searchTokens.ts";

/** Characters of a snippet, dots included. */
export const SNIPPET_MAX = 160;
/** Characters before the match. */
const BEFORE = 40;
/** Longer texts are cut around the match before anything else happens to them. */
const AROUND_MAX = 3000;
/** Units whose place is looked for at once where folding changes lengths. */
const FOLDED_AT_ONCE = 512;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A text around the first place that a query is found at, or its beginning if only the title matches.
 * @param text without marks
 * @returns one line of at most 160 characters; nothing that readers see as one character is cut in two
 */
export function snippetOf(text: string, query: string): string {
  const pieces = searchedPieces(query);
  const near = text.length > AROUND_MAX ? around(text, placeOf(text, pieces), AROUND_MAX / 2) : text;
  const line = oneLine(near);
  return cut(line, Math.max(0, placeOf(line, pieces)));
}

/** Finds the place of the first of the pieces; −1 if none is there. */
function placeOf(text: string, pieces: readonly string[]): number {
  const plain = text.toLowerCase();
  if (plain.length === text.length) {
    const direct = pieces.map((piece) => plain.indexOf(piece)).filter((at) => at >= 0);
    if (direct.length > 0) return Math.min(...direct);
  }
  return placeOfFolded(text, pieces);
}

/** `placeOf` for texts in which the pieces stand in another form ("Ａ", "㈱"), whose folding may change lengths. */
function placeOfFolded(text: string, pieces: readonly string[]): number {
  const plain = folded(text);
  const places = pieces.map((piece) => plain.indexOf(piece)).filter((at) => at >= 0);
  if (places.length === 0) return -1;
  // Back to the place in the text: whole stretches first, characters only in the last one.
  let distance = Math.min(...places);
  let at = 0;
  for (; at < text.length; at += FOLDED_AT_ONCE) {
    const length = folded(text.slice(at, at + FOLDED_AT_ONCE)).length;
    if (length > distance) break;
    distance -= length;
  }
  for (const character of text.slice(at, at + FOLDED_AT_ONCE)) {
    distance -= folded(character).length;
    if (distance < 0) break;
    at += character.length;
  }
  return at;
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
