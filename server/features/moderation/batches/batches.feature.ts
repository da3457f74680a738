import type { Feature } from "../../../core/feature.ts";
import { ModerationBatch, ModerationBatchItem, ModerationBatchPost } from "./batch.entity.ts";
import { BanResolver } from "./ban.resolver.ts";
import { ModerationResolver } from "./batch.resolver.ts";

/** Actions of staff on several threads or replies at once, bans with content among them, which can be undone. */
export const batches: Feature = {
  name: "moderation/batches",
  entities: [ModerationBatch, ModerationBatchItem, ModerationBatchPost],
  resolvers: [ModerationResolver, BanResolver],
};
