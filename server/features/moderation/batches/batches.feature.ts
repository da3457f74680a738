import type { Feature } from "../../../core/feature.ts";
import { ModerationBatch, ModerationBatchItem } from "./batch.entity.ts";
import { ModerationResolver } from "./batch.resolver.ts";

/** Actions of staff on several threads at once, which can be undone. */
export const batches: Feature = {
  name: "moderation/batches",
  entities: [ModerationBatch, ModerationBatchItem],
  resolvers: [ModerationResolver],
};
