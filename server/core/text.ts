import { withoutControls } from "../../shared/withoutControls.ts";
import { invalid } from "./errors.ts";
import { nameOfField } from "./fieldNames.ts";

/** Characters that show nothing or turn the direction of writing: names must not differ by them. */
const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** Names of values that are compared letter by letter, and never shown. */
const SECRET = /password/i;

/** Cleans every text in arguments or parameters from outside, passwords excepted. */
export function cleanValues<V>(value: V): V {
  if (typeof value === "string") return withoutControls(value) as V;
  if (Array.isArray(value)) return value.map(cleanValues) as V;
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, SECRET.test(key) ? each : cleanValues(each)]),
  ) as V;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Cleans and normalises text from outside: no control characters, NFC, line ends as `\n`. */
export function cleanText(value: string): string {
  return withoutControls(value).normalize("NFC");
}

/** `cleanText` for one line: blanks at both ends go, line breaks inside become blanks. */
export function cleanLine(value: string): string {
  return cleanText(value)
    .replace(/[\n\t]+/g, " ")
    .trim();
}

/** The form of a name under which it may exist once: compatibility forms, case and invisible characters folded. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().normalize("NFKC").trim();
}

/** The length of a text in characters (code points), as all limits count. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Anything that readers see: no blanks, no controls, nothing that is ignorable; U+2800 is a blank of Braille. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]/u;

/** True if a text shows nothing: it is empty, or consists of blanks, fillers and signs of direction. */
export function showsNothing(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * A cleaned text of a length that its column has room for: normalising may have made it longer.
 * @throws {DomainError} INVALID_PARAMETER naming the field.
 */
export function limited(text: string, field: string, most: number): string {
  if (text.length <= most || lengthOf(text) <= most) return text;
  const name = nameOfField(field);
  throw invalid(field, `${name.zh}不能超过 ${most} 个字符`, `${name.en} has at most ${most} characters.`);
}

/** Controls that turn the direction of what follows, by the one that ends each of them. */
const DIRECTION_ENDS = new Map([
  ...["\u202A", "\u202B", "\u202D", "\u202E"].map((control) => [control, "\u202C"] as const),
  ...["\u2066", "\u2067", "\u2068"].map((control) => [control, "\u2069"] as const),
]);
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Ends every control of direction that a text leaves open, and drops those that end nothing, so that what stands beside the
 * text keeps its order: for plain text, where nothing isolates it.
 */
export function balanced(text: string): string {
  if (!DIRECTION.test(text)) return text;
  const open: string[] = [];
  const parts: string[] = [];
  for (const character of text) {
    const end = DIRECTION_ENDS.get(character);
    if (end) open.push(end);
    else if (character === "\u202C" || character === "\u2069") {
      if (open.at(-1) !== character) continue;
      open.pop();
    }
    parts.push(character);
  }
  return parts.join("") + open.reverse().join("");
}

/** Removes some signs from the end of a text; an expression would begin again at each of them. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
