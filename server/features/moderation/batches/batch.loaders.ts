import { defineLoader } from "../../../core/loaders.ts";
import { marks, rows } from "../../../core/sql.ts";

/** How many threads batches changed; absent for those that changed none. */
export const threadsInBatch = defineLoader<number, number>("threadsInBatch", async (ctx, ids) => {
  const found = await rows<{ batchId: number; n: number }>(
    ctx,
    `SELECT i.batchId, COUNT(*) AS n FROM moderation_batch_items i WHERE i.batchId IN (${marks(ids)})
     GROUP BY i.batchId`,
    ids,
  );
  return new Map(found.map(({ batchId, n }) => [Number(batchId), Number(n)]));
});
