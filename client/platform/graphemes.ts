const segmenter =
  typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;
/** Text in which every unit is a character of its own. */
const PLAIN = /^[\x20-\x7e\u3400-\u9fff]*$/;

/** The characters of a text as people see them: an emoji with skin tone, a flag or an accented letter is one. */
export function graphemesOf(text: string): string[] {
  if (PLAIN.test(text) || !segmenter) return Array.from(text);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first character as people see it, in upper case; a question mark for a text of spaces. */
export function initialOf(text: string): string {
  const trimmed = text.trim();
  const start = trimmed.slice(0, 2);
  // Before another plain one, a unit is no part of a longer character.
  const first = PLAIN.test(start) || !segmenter ? Array.from(start)[0] : firstSegment(segmenter, trimmed);
  return first?.toUpperCase() ?? "?";
}

function firstSegment(segmenter: Intl.Segmenter, text: string): string | undefined {
  for (const { segment } of segmenter.segment(text)) return segment;
  return undefined;
}

/** Length as people count it: an emoji is one. */
export function lengthOf(text: string): number {
  return PLAIN.test(text) ? text.length : graphemesOf(text).length;
}

/** The first `max` characters, none of them in pieces. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : graphemesOf(text).slice(0, max).join("");
}

/**
 * Cuts a change that makes a text longer than `max`: the inserted part gives way, as in a browser's own
 * fields, and the caret stays behind what was kept of it. Texts that were too long before may only get shorter.
 */
export function fitted(before: string, after: string, max: number): { text: string; caret: number } {
  if (lengthOf(after) <= max) return { text: after, caret: -1 };
  if (lengthOf(before) > max) {
    return { text: after.length < before.length ? after : before, caret: -1 };
  }
  const old = Array.from(before);
  const now = Array.from(after);
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const head = now.slice(0, start).join("");
  const tail = now.slice(now.length - end).join("");
  const room = Math.max(0, max - lengthOf(head + tail));
  const remainder = cut(now.slice(start, now.length - end).join(""), room);
  return { text: head + remainder + tail, caret: head.length + remainder.length };
}
