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
