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
