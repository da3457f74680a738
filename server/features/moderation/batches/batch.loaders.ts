import { In } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { ModerationBatchItem, ModerationBatchPost } from "./batch.entity.ts";

/** Numbers of threads that batches changed; absent for those that changed none. */
export const threadsInBatch = defineLoader<number, number>("threadsInBatch", async (ctx, ids) => {
  const counts = await ctx.db
    .createQueryBuilder(ModerationBatchItem, "item")
    .select("item.batchId", "batchId")
    .addSelect("COUNT(*)", "threads")
    .where("item.batchId IN (:...ids)", { ids })
    .groupBy("item.batchId")
    .getRawMany<{ batchId: number; threads: number }>();
  return new Map(counts.map(({ batchId, threads }) => [Number(batchId), Number(threads)]));
});

/** Ids of the threads that batches changed, in their order; absent for those that changed none. */
export const threadIdsInBatch = defineLoader<number, number[]>("threadIdsInBatch", async (ctx, ids) => {
  const items = await ctx.db.find(ModerationBatchItem, {
    select: { batchId: true, threadId: true },
    where: { batchId: In([...ids]) },
    order: { batchId: "ASC", threadId: "ASC" },
  });
  const threads = new Map<number, number[]>();
  for (const { batchId, threadId } of items)
    threads.set(batchId, [...(threads.get(batchId) ?? []), threadId]);
  return threads;
});

/** Numbers of replies that batches changed; absent for those that changed none. */
export const postsInBatch = defineLoader<number, number>("postsInBatch", async (ctx, ids) => {
  const counts = await ctx.db
    .createQueryBuilder(ModerationBatchPost, "item")
    .select("item.batchId", "batchId")
    .addSelect("COUNT(*)", "posts")
    .where("item.batchId IN (:...ids)", { ids })
    .groupBy("item.batchId")
    .getRawMany<{ batchId: number; posts: number }>();
  return new Map(counts.map(({ batchId, posts }) => [Number(batchId), Number(posts)]));
});
