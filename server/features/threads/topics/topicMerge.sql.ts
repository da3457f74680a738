import type { Context } from "../../../core/context.ts";
import { run } from "../../../core/sql.ts";

const orIgnore = ({ services }: Context): string =>
  services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";

/**
 * One INSERT … SELECT that skips what is there: TypeORM cannot say it, and a topic may have every thread.
 * Lets the threads of a topic name another one as well.
 */
export async function copyLinks(ctx: Context, topicId: number, intoId: number): Promise<void> {
  await run(
    ctx,
    `INSERT ${orIgnore(ctx)} INTO thread_topics (threadId, topicId, sort, createdAt, viaTopicId)
     SELECT l.threadId, ?, l.sort, l.createdAt, ? FROM thread_topics l WHERE l.topicId = ?`,
    [intoId, topicId, topicId],
  );
}

/** One UPDATE that skips rows whose key is taken: TypeORM cannot say it. Makes copied links those of the topic itself. */
export async function returnLinks(ctx: Context, topicId: number, intoId: number): Promise<void> {
  await run(
    ctx,
    `UPDATE ${orIgnore(ctx)} thread_topics SET topicId = ?, viaTopicId = NULL WHERE topicId = ? AND viaTopicId = ?`,
    [topicId, intoId, topicId],
  );
}
