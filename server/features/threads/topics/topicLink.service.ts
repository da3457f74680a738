import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { rowsEach, timeOf } from "../../../core/sql.ts";
import { insertAll } from "../../../core/write.ts";
import { countTopics, ensureTopics, scoreTopics } from "../../topics/topic.service.ts";
import { Thread } from "../thread.entity.ts";
import { ThreadTopic } from "./topicLink.entity.ts";

/** The thread whose topics change. */
export type LinkedThread = Pick<Thread, "id" | "categoryId" | "createdAt">;

/** The topics that a body names, in order, each once; those that do not exist yet are made. */
export async function topicIdsOf(ctx: Context, body: string): Promise<number[]> {
  const names = topicsIn(body);
  if (names.length === 0) return [];
  return [...new Set((await ensureTopics(ctx, names)).values())];
}

async function namedTopics(ctx: Context, threadId: number): Promise<number[]> {
  return (await ctx.db.findBy(ThreadTopic, { threadId })).map(({ topicId }) => topicId);
}

/** Makes a thread name these topics and no others, in the caller's transaction; counts follow. */
export async function linkTopics(
  ctx: Context,
  thread: LinkedThread,
  topicIds: readonly number[],
): Promise<void> {
  const had = await namedTopics(ctx, thread.id);
  const gone = had.filter((id) => !topicIds.includes(id));
  const fresh = topicIds.filter((id) => !had.includes(id));
  if (gone.length > 0) await ctx.db.delete(ThreadTopic, { threadId: thread.id, topicId: In(gone) });
  const { createdAt } = thread;
  const links = fresh.map((topicId) => ({
    threadId: thread.id,
    topicId,
    sort: topicIds.indexOf(topicId),
    createdAt,
  }));
  await insertAll(ctx, ThreadTopic, links);
  await countTopics(ctx, gone, thread.categoryId, -1);
  await countTopics(ctx, fresh, thread.categoryId, 1);
  await scoreTopics(ctx, await lastUsed(ctx, [...gone, ...fresh]));
}

/** Counts the topics of a thread in another category, in the caller's transaction. */
export async function moveTopics(ctx: Context, threadId: number, from: number, to: number): Promise<void> {
  const ids = await namedTopics(ctx, threadId);
  await countTopics(ctx, ids, from, -1);
  await countTopics(ctx, ids, to, 1);
}

/** When the newest thread of each topic was written; topics without threads are absent. */
export async function lastUsed(ctx: Context, topicIds: readonly number[]): Promise<Map<number, Date>> {
  if (topicIds.length === 0) return new Map();
  const found = await rowsEach<{ topicId: number; createdAt: string | Date }>(
    ctx,
    `SELECT l.topicId, l.createdAt FROM thread_topics l
     WHERE l.topicId = ? ORDER BY l.createdAt DESC, l.threadId DESC LIMIT 1`,
    topicIds.map((id) => [id]),
  );
  return new Map(found.map(({ topicId, createdAt }) => [Number(topicId), timeOf(createdAt)]));
}

/** Makes a thread name the topics that its text names by the rules of today, in the caller's transaction. */
export async function relinkTopics(ctx: Context, threadId: number): Promise<void> {
  const thread = await ctx.db.findOneBy(Thread, { id: threadId, visible: true });
  if (thread) await linkTopics(ctx, thread, await topicIdsOf(ctx, thread.body));
}
