import type { Feature } from "../../../core/feature.ts";
import { ModerationBatch, ModerationBatchItem } from "./batch.entity.ts";
import { ModerationResolver } from "./batch.resolver.ts";

/** What staff does to several threads at once, and its undoing. */
export const batches: Feature = {
  name: "moderation/batches",
  entities: [ModerationBatch, ModerationBatchItem],
  resolvers: [ModerationResolver],
};
