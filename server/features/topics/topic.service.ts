import type { Context } from "../../core/context.ts";
import { In, LessThanOrEqual } from "typeorm";
import { isTopicName, type Topics } from "../../core/markdown/names.ts";
import { nameKey, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { addTo, insertIgnore } from "../../core/write.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import { Topic, TopicCategory, topicHotScore } from "./topic.entity.ts";
import { readTopicCounts, readTopicKey, readTopicsByKey, type TopicKeyRow } from "./topic.sql.ts";

/** Groups names as written by their key; names without a key are left out. */
function byKey(names: readonly string[]): Map<string, string[]> {
  const written = new Map<string, string[]>();
  for (const name of names) {
    const key = nameKey(name);
    if (key === "" || showsNothing(name) || !isTopicName(name)) continue;
    const spellings = written.get(key);
    if (spellings) spellings.push(name);
    else written.set(key, [name]);
  }
  return written;
}

/** Finds topics by key; null where one was deleted. */
async function idsByKey(ctx: Context, keys: readonly string[]): Promise<Map<string, number | null>> {
  if (keys.length === 0) return new Map();
  const ids = new Map<string, number | null>();
  for (const topic of await readTopicsByKey(ctx, keys)) ids.set(topic.nameKey, await standingId(ctx, topic));
  return ids;
}

/** Follows the merges of a topic to the last one's id; null if that one was deleted. */
async function standingId(ctx: Context, topic: TopicKeyRow): Promise<number | null> {
  let { id, mergedIntoId, deletedAt } = topic;
  while (mergedIntoId !== null) {
    const next = await readTopicKey(ctx, mergedIntoId);
    if (!next) break;
    ({ id, mergedIntoId, deletedAt } = next);
  }
  return deletedAt === null ? Number(id) : null;
}

/** Finds the topics that exist among names, by the name as written, in their order. */
export async function findTopics(ctx: Context, names: readonly string[]): Promise<Topics> {
  const written = byKey(names);
  const ids = await idsByKey(ctx, [...written.keys()]);
  const topics = new Map<string, number>();
  for (const [key, spellings] of written) {
    const id = ids.get(key) ?? null;
    if (id !== null) for (const name of spellings) topics.set(name, id);
  }
  return topics;
}

/**
 * Finds topics by name and creates the missing ones. A topic without threads is shown nowhere, so one that is created
 * for a text that is refused afterwards does no harm. Names of deleted topics stay plain text.
 */
export async function ensureTopics(ctx: Context, names: readonly string[]): Promise<Topics> {
  const written = byKey(names);
  const keys = [...written.keys()];
  const existing = await idsByKey(ctx, keys);
  const missing = keys.filter((key) => !existing.has(key));
  if (missing.length === 0) return findTopics(ctx, names);
  return inTransaction(ctx, async (ctx) => {
    const hotScore = topicHotScore({ lastUsedAt: ctx.now, threadCount: 0 });
    for (const key of missing.sort()) {
      const name = written.get(key)![0]!;
      const topic = { name, nameKey: key, threadCount: 0, viewCount: 0, hotScore, createdAt: ctx.now };
      // Another request may have created it a moment ago.
      if ((await insertIgnore(ctx, Topic, [topic])) === 0) continue;
      const topicId = (await idsByKey(ctx, [key])).get(key)!;
      await queueForSearch(ctx, { topicId });
    }
    return findTopics(ctx, names);
  });
}

/** Adds to how many visible threads of a category name topics, in the caller's transaction. */
export async function countTopics(
  ctx: Context,
  topicIds: readonly number[],
  categoryId: number,
  by: 1 | -1,
): Promise<void> {
  if (topicIds.length === 0) return;
  // In ascending order, so that two writers do not wait for each other.
  for (const id of [...topicIds].sort((one, other) => one - other)) {
    await ctx.db.increment(Topic, { id }, "threadCount", by);
    const counted = { topicId: id, categoryId, threadCount: by };
    await addTo(ctx, TopicCategory, [counted], { key: ["topicId", "categoryId"], add: ["threadCount"] });
  }
  if (by > 0) return;
  // Nothing keeps a category from being deleted once its threads are gone.
  const unused = { topicId: In([...topicIds]), categoryId, threadCount: LessThanOrEqual(0) };
  await ctx.db.delete(TopicCategory, unused);
}

/** Writes the hot scores of topics, in the caller's transaction. @param lastUsed time of the newest thread of each */
export async function scoreTopics(ctx: Context, lastUsed: ReadonlyMap<number, Date>): Promise<void> {
  if (lastUsed.size === 0) return;
  const ids = [...lastUsed.keys()].sort((one, other) => one - other);
  for (const { id, threadCount } of await readTopicCounts(ctx, ids)) {
    const hotScore = topicHotScore({ lastUsedAt: lastUsed.get(Number(id))!, threadCount });
    await ctx.db.update(Topic, { id }, { hotScore });
  }
}
