import type { Context } from "../../core/context.ts";
import { Topic } from "./topic.entity.ts";
import { scoreTopics } from "./topic.service.ts";
import { countTopicThreads } from "./topicCounts.sql.ts";

/** Lets the name of a topic lead to another one, or to itself again (null), in the caller's transaction. */
export async function setMergedInto(ctx: Context, topicId: number, intoId: number | null): Promise<void> {
  await ctx.db.update(Topic, { id: topicId }, { mergedIntoId: intoId });
}

/**
 * Counts the threads of a topic by its links and scores it, in the caller's transaction.
 * @param lastUsed when its newest thread was written; empty for a topic without threads
 */
export async function recalculateTopic(
  ctx: Context,
  topicId: number,
  lastUsed: ReadonlyMap<number, Date>,
): Promise<void> {
  await countTopicThreads(ctx, topicId);
  await scoreTopics(ctx, lastUsed);
}
