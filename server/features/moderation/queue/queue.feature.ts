import type { Feature } from "../../../core/feature.ts";
import { ReviewClaim } from "./claim.entity.ts";
import { ReviewResolver } from "./review.resolver.ts";

/** What waits for moderators, who is at it, and what they decide. */
export const moderationQueue: Feature = {
  name: "moderation/queue",
  entities: [ReviewClaim],
  resolvers: [ReviewResolver],
};
