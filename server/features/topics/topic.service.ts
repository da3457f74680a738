import type { Context } from "../../core/context.ts";
import { In, LessThanOrEqual } from "typeorm";
import { isTopicName, type Topics } from "../../core/markdown/names.ts";
import { marks, rows } from "../../core/sql.ts";
import { nameKey, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { addTo, insertIgnore } from "../../core/write.ts";
import { indexTopic } from "../search/index/index.service.ts";
import { Topic, TopicCategory, topicHotScore } from "./topic.entity.ts";

/** Names as written, by the key under which they exist once; names without a key name nothing. */
function byKey(names: readonly string[]): Map<string, string[]> {
  const written = new Map<string, string[]>();
  for (const name of names) {
    const key = nameKey(name);
    if (key === "" || showsNothing(name) || !isTopicName(name)) continue;
    const known = written.get(key);
    if (known) known.push(name);
    else written.set(key, [name]);
  }
  return written;
}

/** What a key leads to: a topic, or null where one was taken away. */
async function idsByKey(ctx: Context, keys: readonly string[]): Promise<Map<string, number | null>> {
  if (keys.length === 0) return new Map();
  const found = await rows<TopicKey>(
    ctx,
    `SELECT x.id, x.nameKey, x.mergedIntoId, x.deletedAt FROM topics x WHERE x.nameKey IN (${marks(keys)})`,
    keys,
  );
  const ids = new Map<string, number | null>();
  for (const topic of found) ids.set(topic.nameKey, await standingId(ctx, topic));
  return ids;
}

interface TopicKey {
  readonly id: number;
  readonly nameKey: string;
  readonly mergedIntoId: number | null;
  readonly deletedAt: string | Date | null;
}

/** The topic that stands for one since they were merged; null if that one was taken away. */
async function standingId(ctx: Context, topic: TopicKey): Promise<number | null> {
  let { id, mergedIntoId, deletedAt } = topic;
  while (mergedIntoId !== null) {
    const from = "SELECT x.id, x.nameKey, x.mergedIntoId, x.deletedAt FROM topics x WHERE x.id = ?";
    const next: TopicKey | undefined = (await rows<TopicKey>(ctx, from, [mergedIntoId]))[0];
    if (!next) break;
    ({ id, mergedIntoId, deletedAt } = next);
  }
  return deletedAt === null ? Number(id) : null;
}

/** The topics that exist among names as written, by the name as it is written, in their order. */
export async function findTopics(ctx: Context, names: readonly string[]): Promise<Topics> {
  const written = byKey(names);
  const ids = await idsByKey(ctx, [...written.keys()]);
  const found = new Map<string, number>();
  for (const [key, spellings] of written) {
    const id = ids.get(key) ?? null;
    if (id !== null) for (const name of spellings) found.set(name, id);
  }
  return found;
}

/**
 * `findTopics`, after making those that do not exist. A topic without threads is shown nowhere, so it harms nobody that
 * one is made for a text that is refused afterwards. Names that administrators took away stay plain text.
 */
export async function ensureTopics(ctx: Context, names: readonly string[]): Promise<Topics> {
  const written = byKey(names);
  const keys = [...written.keys()];
  const known = await idsByKey(ctx, keys);
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return findTopics(ctx, names);
  return inTransaction(ctx, async (ctx) => {
    const hotScore = topicHotScore({ lastUsedAt: ctx.now, threadCount: 0 });
    for (const key of missing.sort()) {
      const name = written.get(key)![0]!;
      const topic = { name, nameKey: key, threadCount: 0, viewCount: 0, hotScore, createdAt: ctx.now };
      // Somebody else may have made it a moment ago.
      if ((await insertIgnore(ctx, Topic, [topic])) === 0) continue;
      const topicId = (await idsByKey(ctx, [key])).get(key)!;
      await indexTopic(ctx, { topicId, name });
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

/** Writes how hot topics are, in the caller's transaction. @param lastUsed when the newest thread of each was written */
export async function scoreTopics(ctx: Context, lastUsed: ReadonlyMap<number, Date>): Promise<void> {
  if (lastUsed.size === 0) return;
  const ids = [...lastUsed.keys()].sort((one, other) => one - other);
  const found = await rows<{ id: number; threadCount: number }>(
    ctx,
    `SELECT x.id, x.threadCount FROM topics x WHERE x.id IN (${marks(ids)}) ORDER BY x.id`,
    ids,
  );
  for (const { id, threadCount } of found) {
    const hotScore = topicHotScore({ lastUsedAt: lastUsed.get(Number(id))!, threadCount });
    await ctx.db.update(Topic, { id }, { hotScore });
  }
}
