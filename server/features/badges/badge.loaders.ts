import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { defineLoader } from "../../core/loaders.ts";
import { timeOf } from "../../core/sql.ts";
import { Badge } from "./badge.entity.ts";
import { countHolders, readAwards } from "./badge.sql.ts";
import type { EarnedBadge } from "./badge.view.ts";

const cachedBadges = cached(async (ctx): Promise<ReadonlyMap<number, Badge>> => {
  const badges = await ctx.db.find(Badge, { where: { isEnabled: true }, order: { id: "ASC" } });
  return new Map(badges.map((badge) => [badge.id, badge]));
});

/** Badges that are given and shown, by id. */
export function enabledBadges(ctx: Context): Promise<ReadonlyMap<number, Badge>> {
  return cachedBadges.get(ctx);
}

/** Makes the next read of the badges go to the database. */
export function invalidateBadges({ services }: Context): void {
  cachedBadges.invalidate(services);
}

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
