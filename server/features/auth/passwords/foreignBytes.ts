import iconv from "iconv-lite";
import { hash as digest } from "node:crypto";
import type { ForeignCharset } from "./foreignPassword.entity.ts";

/** Signs that PHP escapes in text that a form has sent: quotes, the backslash, the byte zero. */
const SLASHED: ReadonlyMap<number, string> = new Map([
  [0x00, "\\0"],
  [0x22, '\\"'],
  [0x27, "\\'"],
  [0x5c, "\\\\"],
]);

/** MD5 in hexadecimal digits. */
export const md5Hex = (bytes: Buffer | string): string => digest("md5", bytes, "hex");

/**
 * Encodes a password as the form of a site in that encoding sent it. What GBK does not contain was sent as a reference
 * by number, by all browsers alike.
 */
export function encode(password: string, charset: ForeignCharset): Buffer {
  if (charset === "utf-8") return Buffer.from(password);
  return Buffer.concat([...password].map((character) => encodeCharacter(character, charset)));
}

function encodeCharacter(character: string, charset: string): Buffer {
  const bytes = iconv.encode(character, charset);
  const isMissing = bytes.toString("latin1") === "?" && character !== "?";
  return isMissing ? Buffer.from(`&#${character.codePointAt(0)};`) : bytes;
}

/** Encodes a password for the forums that used the encoding of Western Europe; null where it does not contain it. */
export function encodeWestern(password: string): Buffer | null {
  const bytes = iconv.encode(password, "win1252");
  return iconv.decode(bytes, "win1252") === password ? bytes : null;
}

/** Escapes like `addslashes` of PHP, which knows bytes and no characters. */
export function slashed(bytes: Buffer): Buffer {
  return Buffer.concat([...bytes].map((byte) => Buffer.from(SLASHED.get(byte) ?? [byte])));
}

/** Blanks that `trim` of PHP takes away: not those of other scripts. */
const BLANKS = " \t\n\v";

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.includes(text[start]!)) start++;
  while (end > start && BLANKS.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Changes a password as the class `request` of phpBB 3 does with all texts of forms. */
export function phpbbText(password: string): string {
  return trimmed(password.replace(/\r\n?/g, "\n").replaceAll("\0", ""))
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .normalize("NFC");
}
