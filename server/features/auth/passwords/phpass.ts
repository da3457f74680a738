import { hash as digest } from "node:crypto";

/** Digits of phpass, least significant first. */
const DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Characters of a hash that come before the digest: `$H$`, the exponent of the count, eight of salt. */
export const PHPASS_SETTING_LENGTH = 12;
/** Rounds after which others are answered: about a millisecond. */
const ROUNDS_PER_TURN = 1_024;

const md5 = (bytes: Buffer): Buffer => digest("md5", bytes, "buffer");

/** Hashes by phpass, the iterated MD5 of older PHP programs, with the setting of a hash. @returns the whole hash */
export async function phpass(password: Buffer, setting: string): Promise<string> {
  const head = setting.slice(0, PHPASS_SETTING_LENGTH);
  let bytes = md5(Buffer.concat([Buffer.from(head.slice(4)), password]));
  const rounds = 2 ** DIGITS.indexOf(head[3]!);
  for (let round = 1; round <= rounds; round++) {
    bytes = md5(Buffer.concat([bytes, password]));
    if (round % ROUNDS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return head + encoded(bytes);
}

/** Writes bytes in digits of six bits, three bytes at a time, the least significant first. */
function encoded(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    let value = group.readUIntLE(0, group.length);
    for (let digit = 0; digit <= group.length; digit++, value >>= 6) text += DIGITS[value & 63];
  }
  return text;
}
