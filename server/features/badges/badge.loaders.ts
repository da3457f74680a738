import { defineLoader } from "../../core/loaders.ts";
import { timeOf } from "../../core/sql.ts";
import { enabledBadges } from "./badge.service.ts";
import { countHolders, readAwards } from "./badge.sql.ts";
import type { EarnedBadge } from "./badge.view.ts";

/** Badges of members by their ids, the newest first, batched; those that are switched off are left out. */
export const badgesByUser = defineLoader<number, readonly EarnedBadge[]>("badgesByUser", async (ctx, ids) => {
  const badges = await enabledBadges(ctx);
  const earned = new Map<number, EarnedBadge[]>(ids.map((id) => [id, []]));
  if (badges.size === 0) return earned;
  for (const { userId, badgeId, awardedAt } of await readAwards(ctx, ids)) {
    const badge = badges.get(Number(badgeId));
    if (badge) earned.get(Number(userId))!.push({ badge, awardedAt: timeOf(awardedAt) });
  }
  return earned;
});

/** Numbers of members who have badges, by badge, batched. */
export const holdersByBadge = defineLoader<number, number>("holdersByBadge", async (ctx, ids) => {
  const counted = await countHolders(ctx, ids);
  return new Map(counted.map(({ id, n }) => [Number(id), Number(n)]));
});
