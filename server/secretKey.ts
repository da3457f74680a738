import type { Context, Database } from "./core/context.ts";
import { newTrail, noteChange } from "./core/audit.ts";
import type { Feature } from "./core/feature.ts";
import {
  lostKeySentence,
  makeSecretKey,
  opens,
  readSecretKey,
  trySecretKey,
  type SealedColumn,
} from "./core/secrets.ts";
import { StartError } from "./core/startError.ts";
import { inTransaction } from "./core/transaction.ts";

/** Sealed values exist that the key of the data folder does not open. */
export class SecretKeyError extends StartError {}

/** All columns of sealed text. */
export function sealedColumnsOf(features: readonly Feature[]): SealedColumn[] {
  return features.flatMap((feature) => feature.sealed ?? []);
}

/**
 * Opens the key that seals secrets; makes one where nothing is sealed yet.
 * @param discard goes on with a key that does not open everything; `discardSecrets` is to follow
 * @throws {SecretKeyError} if the key is missing or another one than what is stored was sealed with
 */
export async function openSecretKey(
  dataDir: string,
  database: Database,
  columns: readonly SealedColumn[],
  discard: boolean,
): Promise<Buffer> {
  const key = readSecretKey(dataDir);
  const states = await trySecretKey(key, columns, (sql) => database.rows<{ sealed: string }>(sql, []));
  const sentence = lostKeySentence(dataDir, key, states);
  if (sentence && !discard) throw new SecretKeyError(sentence);
  if (key) return key;
  try {
    return makeSecretKey(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const other = code === "EEXIST" ? readSecretKey(dataDir) : null;
    if (other) return other;
    throw new StartError(
      `${dataDir} cannot be written (${code}). It must belong to the user who runs Luntan.`,
    );
  }
}

/**
 * Gives up every sealed value that the key does not open. Each is named in the log of the program and in the staff log.
 * @returns the names
 */
export async function discardSecrets(context: Context, columns: readonly SealedColumn[]): Promise<string[]> {
  const { secretKey, log } = context.services;
  const ctx: Context = { ...context, audit: newTrail("discardSecrets", null) };
  const names = await inTransaction(ctx, async (ctx) => {
    const given: string[] = [];
    for (const column of columns)
      given.push(...(await column.discard(ctx, (text) => !opens(secretKey, text))));
    for (const target of given) noteChange(ctx, { target, before: "(sealed by another key)", after: "" });
    if (given.length === 0) ctx.audit!.silent = true;
    return given;
  });
  if (names.length > 0) log.warn({ names }, "sealed values were given up, since their key is lost");
  return names;
}
