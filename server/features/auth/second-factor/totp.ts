import { createHmac, timingSafeEqual } from "node:crypto";

/** Time for which a code of an authenticator holds, in seconds (RFC 6238). */
export const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes are taken: clocks differ. */
const TOLERANCE = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The step of a time. */
export function stepOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000 / STEP_S);
}

/** The code of a counter (RFC 4226, section 5.3). */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = mac.at(-1)! & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/**
 * Finds the step whose code this is, near a time and after a step that was used.
 * @returns null if there is none
 */
export function findStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const present = stepOf(now);
  let match: number | null = null;
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    const isEqual = timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code));
    if (isEqual && step > lastStep && match === null) match = step;
  }
  return match;
}

/** Bytes as base32 without padding (RFC 4648), as authenticators take them. */
export function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, "0"), 2)]).join("");
}
