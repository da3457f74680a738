import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { Badge, UserBadge } from "./badge.entity.ts";
import { badgeJobs } from "./badge.jobs.ts";
import { BadgeResolver, UserBadgeResolver } from "./badge.resolver.ts";
import { createPresetBadges } from "./presets.ts";

/** Badges that members earn by rules which owners set. */
export const badges: Feature = {
  name: "badges",
  entities: [Badge, UserBadge],
  resolvers: [BadgeResolver, UserBadgeResolver],
  jobs: badgeJobs,
  erasureHooks: [eraseRows("badges", UserBadge)],
  prepare: createPresetBadges,
};
