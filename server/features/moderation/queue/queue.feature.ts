import type { Feature } from "../../../core/feature.ts";
import { ReviewClaim } from "./claim.entity.ts";
import { EvidenceResolver } from "./evidence.resolver.ts";
import { ReviewResolver } from "./review.resolver.ts";

/** The queue of moderators: items that wait, claims, and decisions. */
export const moderationQueue: Feature = {
  name: "moderation/queue",
  entities: [ReviewClaim],
  resolvers: [ReviewResolver, EvidenceResolver],
};
