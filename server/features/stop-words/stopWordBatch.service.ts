import { In } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import { deleteOldBatches, markUndone, newestPage, newestRows } from "../../core/batches.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Connection, PageRequest } from "../../core/paging.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert, insertAll } from "../../core/write.ts";
import { buildFilter } from "./filter/filter.service.ts";
import { lineOf, type ParsedWord } from "./lines.ts";
import { lockList } from "./list.service.ts";
import { StopWord } from "./stopWord.entity.ts";
import { readBatchItems, readWords, type BatchItem } from "./stopWord.sql.ts";
import { StopWordBatch, type StopWordBatchAction, StopWordBatchItem } from "./stopWordBatch.entity.ts";

/** Rows that one statement deletes. */
const TOGETHER = 500;
const BATCHES = { list: "stopWordBatches", entity: StopWordBatch };
const RULE = ["find", "replacement", "ugc", "username", "signature", "dialog", "nickname"] as const;

/** Gives the rule of a word in a form that can be compared. */
const ruleOf = (word: ParsedWord): string => JSON.stringify(RULE.map((column) => word[column]));

/**
 * Stores a change of several words, within the transaction that does it.
 * @param before the words that are changed or deleted, as they were
 * @param after the words that are added or changed, as they are now
 * @returns the id of the batch; null if nothing is done
 */
export async function storeBatch(
  ctx: Context,
  action: StopWordBatchAction,
  before: readonly StopWord[],
  after: readonly ParsedWord[],
): Promise<number | null> {
  const items = new Map<string, BatchItem>();
  for (const word of before)
    items.set(word.find, { find: word.find, before: JSON.stringify(word), after: null });
  for (const word of after)
    items.set(word.find, {
      find: word.find,
      before: items.get(word.find)?.before ?? null,
      after: ruleOf(word),
    });
  if (items.size === 0) return null;
  const batch = { actorId: ctx.viewer.id, action, wordCount: items.size, createdAt: ctx.now };
  const batchId = await insert(ctx, StopWordBatch, batch);
  const rows = [...items.values()].map((item) => ({ batchId, ...item }));
  await insertAll(ctx, StopWordBatchItem, rows);
  return batchId;
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, index) =>
    all.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
}

/** A batch as it is kept. @throws {DomainError} NOT_FOUND. */
export async function getStopWordBatch(ctx: Context, id: number): Promise<StopWordBatch> {
  const batch = await ctx.db.findOneBy(StopWordBatch, { id });
  if (!batch) throw new DomainError("NOT_FOUND");
  return batch;
}

/** Batches, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listStopWordBatches(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<StopWordBatch>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(BATCHES, page, await newestRows(ctx, BATCHES, page));
}

/**
 * Gives every word of a batch its rule, its author and its dates of before, all or none: what was deleted is there
 * again, what was added is gone, what was overwritten says what it said.
 * @throws {DomainError} NOT_FOUND; CONFLICT if it was undone already or one of its words changed since.
 */
export const undoStopWords = verb({
  name: "undoStopWords",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, batchId: number): Promise<StopWordBatch> {
    await inTransaction(ctx, async (ctx) => {
      await lockList(ctx);
      if ((await getStopWordBatch(ctx, batchId)).undoneAt) throw changedSince();
      const items = await readBatchItems(ctx, batchId);
      const now = await stillThere(ctx, items);
      for (const part of parts(now)) await ctx.db.delete(StopWord, { id: In(part.map(({ id }) => id)) });
      const back = items.flatMap(({ before }) => (before === null ? [] : [wordOf(before)]));
      await insertAll(ctx, StopWord, back);
      await markUndone(ctx, BATCHES, batchId);
      noteChange(ctx, { target: "stopWords", before: now.map(lineOf), after: back.map(lineOf) });
    });
    await buildFilter(ctx);
    return getStopWordBatch(ctx, batchId);
  },
});

/** The words of items as they are. @throws {DomainError} CONFLICT unless that is how the batch left them. */
async function stillThere(ctx: Context, items: readonly BatchItem[]): Promise<StopWord[]> {
  const finds = items.map(({ find }) => find);
  const words = await readWords(ctx, "find", finds);
  const rules = new Map(words.map((word) => [word.find, ruleOf(word)]));
  if (items.some(({ find, after }) => (rules.get(find) ?? null) !== after)) throw changedSince();
  return words;
}

function wordOf(kept: string): StopWord {
  const word = JSON.parse(kept) as StopWord;
  return { ...word, createdAt: new Date(word.createdAt), updatedAt: new Date(word.updatedAt) };
}

const changedSince = (): DomainError =>
  new DomainError("CONFLICT", {
    text: { zh: "其中的敏感词后来又被修改过", en: "Some of these words were changed or undone since." },
  });

/** Deletes batches that are too old to be undone. */
export function deleteOldStopWordBatches(ctx: Context, stopping: AbortSignal): Promise<void> {
  return deleteOldBatches(ctx, { entity: StopWordBatch }, [StopWordBatchItem], stopping);
}
