import type { Context } from "../../../core/context.ts";
import { marks, rows, rowsEach, timeOf } from "../../../core/sql.ts";

/** A link from a thread to a topic. */
export interface TopicLinkRow {
  readonly threadId: number;
  readonly topicId: number;
}

/** Reads the topic links of threads, in the order of the text. Raw since every list of threads runs it. */
export function readTopicLinks(ctx: Context, threadIds: readonly number[]): Promise<TopicLinkRow[]> {
  return rows<TopicLinkRow>(
    ctx,
    `SELECT l.threadId, l.topicId FROM thread_topics l WHERE l.threadId IN (${marks(threadIds)})
     ORDER BY l.threadId, l.sort, l.topicId`,
    threadIds,
  );
}

/**
 * Reads when the newest thread of each topic was written; topics without threads are absent. Raw since one statement
 * reads one index entry per topic.
 */
export async function readLastUses(ctx: Context, topicIds: readonly number[]): Promise<Map<number, Date>> {
  if (topicIds.length === 0) return new Map();
  const links = await rowsEach<{ topicId: number; createdAt: string | Date }>(
    ctx,
    `SELECT l.topicId, l.createdAt FROM thread_topics l
     WHERE l.topicId = ? ORDER BY l.createdAt DESC, l.threadId DESC LIMIT 1`,
    topicIds.map((id) => [id]),
  );
  return new Map(links.map(({ topicId, createdAt }) => [Number(topicId), timeOf(createdAt)]));
}
