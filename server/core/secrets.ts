import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "./context.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Marks sealed text, so that what was stored in the open before stays readable. */
const MARK = "sealed:1:";

/** Reads the key that seals secrets, or makes one that only the owner of the file reads. @throws {Error} if it is damaged. */
export function openSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, KEY_FILE);
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (key.length !== KEY_BYTES) throw new Error(`${file} holds no key of ${KEY_BYTES} bytes.`);
  return key;
}

/** Text that only this forum's key opens again (AES-256-GCM). */
export function seal({ secretKey }: Pick<Services, "secretKey">, text: string): string {
  if (text === "") return "";
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secretKey, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** What was sealed; empty if the key is another one now. */
export function unseal({ secretKey }: Pick<Services, "secretKey">, text: string): string {
  if (!text.startsWith(MARK)) return text;
  const bytes = Buffer.from(text.slice(MARK.length), "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: TAG_BYTES });
  try {
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString("utf8");
  } catch {
    return "";
  }
}
