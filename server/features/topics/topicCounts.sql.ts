import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/**
 * INSERT … SELECT and UPDATE from a count: TypeORM cannot say them, and a topic may have every thread.
 * Counts the visible threads of a topic by its links, in the caller's transaction.
 */
export async function countTopicThreads(ctx: Context, topicId: number): Promise<void> {
  await run(ctx, "DELETE FROM topic_categories WHERE topicId = ?", [topicId]);
  await run(
    ctx,
    `INSERT INTO topic_categories (topicId, categoryId, threadCount)
     SELECT l.topicId, t.categoryId, COUNT(*) FROM thread_topics l JOIN threads t ON t.id = l.threadId
     WHERE l.topicId = ? GROUP BY l.topicId, t.categoryId`,
    [topicId],
  );
  await run(
    ctx,
    "UPDATE topics SET threadCount = (SELECT COUNT(*) FROM thread_topics l WHERE l.topicId = ?) WHERE id = ?",
    [topicId, topicId],
  );
}

/** One UPDATE of all topics. Lets topics that were written at once exist since the oldest thread that names them. */
export async function dateTopicsByThreads(ctx: Context): Promise<void> {
  await run(
    ctx,
    "UPDATE topics SET createdAt = (SELECT MIN(l.createdAt) FROM thread_topics l WHERE l.topicId = topics.id) WHERE threadCount > 0",
  );
}
