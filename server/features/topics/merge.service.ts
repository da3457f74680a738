import type { Context } from "../../core/context.ts";
import { insertAll } from "../../core/write.ts";
import { Topic, TopicCategory } from "./topic.entity.ts";

/** Stores which topic the name of a topic leads to, null for itself, in the transaction that has locked both. */
export async function setMergedInto(ctx: Context, topicId: number, intoId: number | null): Promise<void> {
  await ctx.db.update(Topic, { id: topicId }, { mergedIntoId: intoId });
}

/** Replaces how many visible threads of each category name a locked topic. */
export async function setTopicCounts(
  ctx: Context,
  topicId: number,
  counts: readonly { readonly categoryId: number; readonly threadCount: number }[],
): Promise<void> {
  await ctx.db.delete(TopicCategory, { topicId });
  const rows = counts.map(({ categoryId, threadCount }) => ({ topicId, categoryId, threadCount }));
  await insertAll(ctx, TopicCategory, rows);
  const threadCount = counts.reduce((sum, each) => sum + each.threadCount, 0);
  await ctx.db.update(Topic, { id: topicId }, { threadCount });
}
