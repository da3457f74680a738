import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Services } from "./context.ts";
import { SEALED_MARK, sealedValuesSql } from "./sealedValues.sql.ts";
import { StartError } from "./startError.ts";

const KEY_FILE = "secret.key";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A column of sealed text, so that start-up and `luntan doctor` can try the key on it. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Description of the values for operators: "secret settings". */
  readonly holds: string;
  /**
   * Empties what the key does not open; inside a transaction.
   * @returns a name for each value that was given up
   */
  discard(ctx: Context, isLost: (text: string) => boolean): Promise<string[]>;
}

/** Sealed text that this key does not open: it is another one now. */
export class SealedByAnotherKeyError extends Error {}

/** Gives the file of the key of a data folder. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, KEY_FILE);
}

/**
 * Reads the key that seals secrets.
 * @returns null if there is none yet
 * @throws {StartError} if it is damaged or cannot be read
 */
export function readSecretKey(dataDir: string): Buffer | null {
  const file = secretKeyFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new StartError(`${file} cannot be read (${code}). It must belong to the user who runs Luntan.`);
  }
  const key = Buffer.from(text.trim(), "hex");
  if (key.length !== KEY_BYTES)
    throw new StartError(
      `${file} is damaged: it holds no key of ${KEY_BYTES} bytes. Restore it from a backup.`,
    );
  return key;
}

/** Makes a key that only the owner of the file reads. @throws {Error} EEXIST if there is one */
export function makeSecretKey(dataDir: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeFileSync(secretKeyFile(dataDir), key.toString("hex"), { flag: "wx", mode: 0o600 });
  return key;
}

/** Text that only this forum's key opens again (AES-256-GCM). */
export function seal({ secretKey }: Pick<Services, "secretKey">, text: string): string {
  if (text === "") return "";
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secretKey, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return SEALED_MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Opens sealed text. @throws {SealedByAnotherKeyError} if the key is another one now */
export function unseal({ secretKey }: Pick<Services, "secretKey">, text: string): string {
  if (!isSealed(text)) return text;
  const bytes = Buffer.from(text.slice(SEALED_MARK.length), "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  try {
    const decipher = createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString("utf8");
  } catch (error) {
    throw new SealedByAnotherKeyError("A sealed value was sealed with another key.", { cause: error });
  }
}

/** True if a stored text is sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(SEALED_MARK);
}

/** True if a key opens a stored text; text in the open needs none. */
export function opens(secretKey: Buffer, text: string): boolean {
  try {
    unseal({ secretKey }, text);
    return true;
  } catch {
    return false;
  }
}

/** Result of trying a key on one column. */
export interface SealedState {
  readonly holds: string;
  readonly sealed: number;
  readonly lost: number;
}

/** Tries a key on all sealed values; without a key all are lost. */
export async function trySecretKey(
  key: Buffer | null,
  columns: readonly SealedColumn[],
  read: (sql: string) => Promise<{ sealed: string }[]>,
): Promise<SealedState[]> {
  const states: SealedState[] = [];
  for (const column of columns) {
    const values = await read(sealedValuesSql(column));
    const lost = values.filter(({ sealed }) => key === null || !opens(key, sealed)).length;
    states.push({ holds: column.holds, sealed: values.length, lost });
  }
  return states;
}

/** Writes advice about a key that is missing or wrong; null if it opens everything. */
export function lostKeySentence(
  dataDir: string,
  key: Buffer | null,
  states: readonly SealedState[],
): string | null {
  const lost = states.filter((state) => state.lost > 0);
  if (lost.length === 0) return null;
  const what = lost.map((state) => `${state.lost} of ${state.sealed} ${state.holds}`).join(", ");
  return (
    `${secretKeyFile(dataDir)} ${key ? "is not the key that sealed what the database holds" : "is missing"}: ` +
    `${what} cannot be opened. Restore secret.key from the backup of the data folder that belongs to this database; ` +
    `if several servers share the database, all need the same secret.key. ` +
    `If it is lost for good: \`npm run luntan -- secrets:discard\` shows what has to be given up.`
  );
}
