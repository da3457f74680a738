import type { Context } from "../../core/context.ts";
import { topicsIn } from "../../core/markdown/markdown.ts";
import { marks, rows, rowsEach, run, selectOne, timeOf } from "../../core/sql.ts";
import { countTopics, ensureTopics, scoreTopics } from "../topics/topic.service.ts";
import { Thread } from "./thread.entity.ts";

/** The thread whose topics change. */
export type LinkedThread = Pick<Thread, "id" | "categoryId" | "createdAt">;

/** The topics that a body names, in order, each once; those that do not exist yet are made. */
export async function topicIdsOf(ctx: Context, body: string): Promise<number[]> {
  const names = topicsIn(body);
  if (names.length === 0) return [];
  return [...new Set((await ensureTopics(ctx, names)).values())];
}

/** Makes a thread name these topics and no others, in the caller's transaction; counts follow. */
export async function linkTopics(
  ctx: Context,
  thread: LinkedThread,
  topicIds: readonly number[],
): Promise<void> {
  const found = await rows<{ topicId: number }>(
    ctx,
    "SELECT l.topicId FROM thread_topics l WHERE l.threadId = ?",
    [thread.id],
  );
  const had = found.map(({ topicId }) => Number(topicId));
  const gone = had.filter((id) => !topicIds.includes(id));
  const fresh = topicIds.filter((id) => !had.includes(id));
  if (gone.length > 0) {
    await run(ctx, `DELETE FROM thread_topics WHERE threadId = ? AND topicId IN (${marks(gone)})`, [
      thread.id,
      ...gone,
    ]);
  }
  for (const id of fresh) {
    await run(ctx, "INSERT INTO thread_topics (threadId, topicId, sort, createdAt) VALUES (?, ?, ?, ?)", [
      thread.id,
      id,
      topicIds.indexOf(id),
      thread.createdAt,
    ]);
  }
  await countTopics(ctx, gone, thread.categoryId, -1);
  await countTopics(ctx, fresh, thread.categoryId, 1);
  await scoreTopics(ctx, await lastUsed(ctx, [...gone, ...fresh]));
}

/** Counts the topics of a thread in another category, in the caller's transaction. */
export async function moveTopics(ctx: Context, threadId: number, from: number, to: number): Promise<void> {
  const found = await rows<{ topicId: number }>(
    ctx,
    "SELECT l.topicId FROM thread_topics l WHERE l.threadId = ?",
    [threadId],
  );
  const ids = found.map(({ topicId }) => Number(topicId));
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
  const from = "threads t WHERE t.id = ? AND t.visible = 1";
  const thread = await selectOne(ctx, Thread, "t", from, [threadId], ["bodyHtml"]);
  if (thread) await linkTopics(ctx, thread, await topicIdsOf(ctx, thread.body));
}
