import { invalid } from "./errors.ts";

/** Control characters that no text needs; tab and line feed are allowed. */
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
/** Characters that show nothing or turn the direction of writing: names must not differ by them. */
const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/**
 * Checks and normalises text from outside: NFC, line ends as `\n`.
 * @throws {DomainError} INVALID_PARAMETER naming the field for NUL, control characters and lone surrogates.
 */
export function cleanText(value: string, field: string): string {
  if (CONTROL.test(value.replaceAll("\r", ""))) {
    throw invalid(field, `${field} 包含不允许的控制字符`, `${field} contains control characters.`);
  }
  if (!value.isWellFormed()) {
    throw invalid(field, `${field} 包含无效的字符`, `${field} contains half of a character.`);
  }
  return value.replace(/\r\n?/g, "\n").normalize("NFC");
}

/** `cleanText` for one line: blanks at both ends go, line breaks inside become blanks. */
export function cleanLine(value: string, field: string): string {
  return cleanText(value, field)
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
  throw invalid(field, `${field} 不能超过 ${most} 个字符`, `${field} has at most ${most} characters.`);
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
