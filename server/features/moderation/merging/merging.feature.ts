import type { Feature } from "../../../core/feature.ts";
import { MergingResolver } from "./merging.resolver.ts";

/** Threads that moderators merge and split, with all that belongs to their texts. */
export const merging: Feature = {
  name: "moderation/merging",
  resolvers: [MergingResolver],
};
