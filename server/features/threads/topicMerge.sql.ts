import type { Context } from "../../core/context.ts";
import { rows, run } from "../../core/sql.ts";

/**
 * Raw since TypeORM cannot insert what it selects.
 * Makes the threads of a topic name another one too, because of it; those that name both stay as they are.
 */
export async function copyLinks(ctx: Context, topicId: number, intoId: number): Promise<void> {
  const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
  await run(
    ctx,
    `INSERT ${ignore} INTO thread_topics (threadId, topicId, sort, createdAt, viaTopicId)
     SELECT l.threadId, ?, l.sort, l.createdAt, ? FROM thread_topics l WHERE l.topicId = ?`,
    [intoId, topicId, topicId],
  );
}

/**
 * Raw since TypeORM cannot skip the rows of an UPDATE whose key is taken.
 * Gives links that came by a merge back to the topic that they came from, where the thread has lost its own.
 */
export async function returnLinks(ctx: Context, topicId: number, intoId: number): Promise<void> {
  const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
  await run(
    ctx,
    `UPDATE ${ignore} thread_topics SET topicId = ?, viaTopicId = NULL WHERE topicId = ? AND viaTopicId = ?`,
    [topicId, intoId, topicId],
  );
}

/** How many threads of a category name a topic. */
export interface CategoryCount {
  readonly categoryId: number;
  readonly threadCount: number;
}

/**
 * Raw since it counts by groups over two tables.
 * Counts the threads of a topic by category.
 */
export async function countLinks(ctx: Context, topicId: number): Promise<CategoryCount[]> {
  const counts = await rows<CategoryCount>(
    ctx,
    `SELECT t.categoryId, COUNT(*) AS threadCount FROM thread_topics l JOIN threads t ON t.id = l.threadId
     WHERE l.topicId = ? GROUP BY t.categoryId ORDER BY t.categoryId`,
    [topicId],
  );
  return counts.map(({ categoryId, threadCount }) => ({
    categoryId: Number(categoryId),
    threadCount: Number(threadCount),
  }));
}
