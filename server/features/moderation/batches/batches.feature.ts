import { deleteOldBatches } from "../../../core/batches.ts";
import type { Context } from "../../../core/context.ts";
import type { Feature } from "../../../core/feature.ts";
import { ModerationBatch, ModerationBatchItem, ModerationBatchPost } from "./batch.entity.ts";
import { BanResolver } from "./ban.resolver.ts";
import { SilenceResolver } from "./silence.resolver.ts";
import { ModerationResolver } from "./batch.resolver.ts";

/** Interval of deleting batches that are too old to be undone, in milliseconds. */
const CLEAN_MS = 86_400_000;

const deleteOld = (ctx: Context, stopping: AbortSignal): Promise<void> =>
  deleteOldBatches(ctx, { entity: ModerationBatch }, [ModerationBatchItem, ModerationBatchPost], stopping);

/** Actions of staff on several threads or replies at once, bans with content and silences among them, which can be undone. */
export const batches: Feature = {
  name: "moderation/batches",
  entities: [ModerationBatch, ModerationBatchItem, ModerationBatchPost],
  resolvers: [ModerationResolver, BanResolver, SilenceResolver],
  jobs: [{ name: "deleteOldModerationBatches", everyMs: CLEAN_MS, run: deleteOld }],
};
