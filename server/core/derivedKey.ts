import { hkdfSync } from "node:crypto";
import type { Services } from "./context.ts";

const KEY_BYTES = 32;
const keys = new WeakMap<Buffer, Map<string, Buffer>>();

/**
 * Derives a key of one purpose from that of the forum, so that what is signed for one is nothing for another. Deriving
 * costs more than what the key is used for, so it happens once.
 */
export function derivedKey({ secretKey }: Pick<Services, "secretKey">, purpose: string): Buffer {
  let derived = keys.get(secretKey);
  if (!derived) keys.set(secretKey, (derived = new Map<string, Buffer>()));
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secretKey, "", `luntan ${purpose}`, KEY_BYTES));
    derived.set(purpose, key);
  }
  return key;
}
