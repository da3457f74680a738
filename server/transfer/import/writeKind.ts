import { createHash } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { RECORD_KEY_MAX } from "../../features/imports/import.entity.ts";
import type { Entry, NeutralFolder } from "../format/folder.ts";
import { keyOf, type Kind, type RecordOf } from "../format/records.ts";
import { readDigests, REMOVED, storeDigests } from "./rows.sql.ts";

/** Records that are written in one transaction. */
const SLICE = 500;
/** Kinds that are written at once, since they name each other in any order. */
const TOGETHER: ReadonlySet<Kind> = new Set(["categories"]);
/** Characters of the lines of one transaction: long texts come in smaller slices. */
const SLICE_LENGTH = 2_000_000;
const DIGEST_LENGTH = 24;

/** Numbers of records of a kind in a run, by their fate. */
export interface Written {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Records of a slice by what a run before knew of them. */
export interface Slice<K extends Kind> {
  /** Number of the run, from 1. */
  readonly run: number;
  readonly fresh: readonly RecordOf<K>[];
  readonly changed: readonly RecordOf<K>[];
}

/**
 * Writes records. What takes long is done first, outside of the transaction.
 * @returns the work for the transaction
 */
export type SliceWriter<K extends Kind> = (
  ctx: Context,
  slice: Slice<K>,
) => Promise<(ctx: Context) => Promise<void>>;

/** Gives the key of a record as it is stored: long ones as their digest. */
export function recordKeyOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
  const key = keyOf(kind, record);
  return key.length <= RECORD_KEY_MAX ? key : createHash("sha256").update(key).digest("base64url");
}

/**
 * Writes the records of a kind in slices, each with the note that it was written: a run that is killed goes on behind the
 * last slice, and a later run writes only what has changed.
 */
export async function writeKind<K extends Kind>(
  ctx: Context,
  folder: NeutralFolder,
  {
    kind,
    run,
    write,
    advance,
  }: {
    readonly kind: K;
    readonly run: number;
    readonly write: SliceWriter<K>;
    /** Is told of each slice that is written. */
    readonly advance: (records: number) => void;
  },
): Promise<Written> {
  const total = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const send = async (entries: readonly Entry<K>[]): Promise<void> => {
    const { fresh, changed, unchanged } = await writeSlice(ctx, kind, run, entries, write);
    total.added += fresh;
    total.changed += changed;
    total.unchanged += unchanged;
    advance(entries.length);
  };
  let entries: Entry<K>[] = [];
  let length = 0;
  for await (const entry of folder.records(kind)) {
    entries.push(entry);
    length += entry.text.length;
    if (TOGETHER.has(kind) || (entries.length < SLICE && length < SLICE_LENGTH)) continue;
    await send(entries);
    entries = [];
    length = 0;
  }
  if (entries.length > 0) await send(entries);
  return total;
}

async function writeSlice<K extends Kind>(
  ctx: Context,
  kind: K,
  run: number,
  entries: readonly Entry<K>[],
  write: SliceWriter<K>,
): Promise<{ fresh: number; changed: number; unchanged: number }> {
  const keys = entries.map(({ record }) => recordKeyOf(kind, record));
  const before = new Map((await readDigests(ctx, kind, keys)).map((each) => [each.recordKey, each]));
  const fresh: RecordOf<K>[] = [];
  const changed: RecordOf<K>[] = [];
  const notes = entries.flatMap(({ record, text }, index) => {
    const recordKey = keys[index]!;
    const digest = createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH);
    const stored = before.get(recordKey);
    if (!stored || stored.digest === REMOVED) fresh.push(record);
    else if (stored.digest !== digest) changed.push(record);
    return stored?.digest === digest && Number(stored.run) === run ? [] : [{ recordKey, digest, run }];
  });
  const isAnything = fresh.length > 0 || changed.length > 0;
  const work = isAnything ? await write(ctx, { run, fresh, changed }) : null;
  if (notes.length > 0)
    await inTransaction(ctx, async (ctx) => {
      await work?.(ctx);
      await storeDigests(ctx, kind, notes);
    });
  return {
    fresh: fresh.length,
    changed: changed.length,
    unchanged: entries.length - fresh.length - changed.length,
  };
}
