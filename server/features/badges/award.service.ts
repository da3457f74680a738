import type { Context, Services } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insertIgnore } from "../../core/write.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { takeDeeds } from "../users/deeds.ts";
import { type Badge, BadgeCounter, UserBadge } from "./badge.entity.ts";
import { badgesAwarded } from "./badge.events.ts";
import { enabledBadges } from "./badge.loaders.ts";
import { countEssence, type CounterRow, readAwards, readCounters, readMemberIds } from "./badge.sql.ts";

const DAY_MS = 86_400_000;
/** Members that one round of statements looks at. */
const MEMBERS_PER_ROUND = 100;
/** Rounds of one walk of the job that looks at everybody in turn. */
const ROUNDS_PER_WALK = 10;

/** Place of the walk through all members. */
const walked = new WeakMap<Services, number>();

/** Gives badges to the members whose counters changed lately. */
export async function awardDeeds(ctx: Context, stopping: AbortSignal): Promise<void> {
  const userIds = takeDeeds(ctx);
  const pause = unhurried(stopping);
  for (let start = 0; start < userIds.length; start += MEMBERS_PER_ROUND) {
    await awardBadges(ctx, userIds.slice(start, start + MEMBERS_PER_ROUND));
    await pause();
  }
}

/**
 * Gives badges to the next thousand members: for days that passed, thresholds that were lowered, and what a crash forgot.
 */
export async function awardInTurn(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  for (let round = 0; round < ROUNDS_PER_WALK; round++) {
    const userIds = await readMemberIds(ctx, walked.get(ctx.services) ?? 0, MEMBERS_PER_ROUND);
    await awardBadges(ctx, userIds);
    walked.set(ctx.services, userIds.at(-1) ?? 0);
    if (userIds.length < MEMBERS_PER_ROUND) {
      walked.delete(ctx.services);
      return;
    }
    await pause();
  }
}

/** Gives badges to members who have earned them and do not have them yet. */
async function awardBadges(ctx: Context, userIds: readonly number[]): Promise<void> {
  const badges = [...(await enabledBadges(ctx)).values()];
  if (userIds.length === 0 || badges.length === 0) return;
  const awards = await readAwards(ctx, userIds);
  const owned = new Set(awards.map(({ userId, badgeId }) => `${userId} ${badgeId}`));
  const missing = new Map<number, Badge[]>();
  for (const id of userIds) {
    const lacking = badges.filter((badge) => !owned.has(`${id} ${badge.id}`));
    if (lacking.length > 0) missing.set(id, lacking);
  }
  if (missing.size === 0) return;
  const essence = await readEssence(ctx, missing);
  const members = await readCounters(ctx, [...missing.keys()]);
  for (const member of members) {
    const values = valuesOf(member, essence.get(Number(member.id)) ?? 0, ctx.now);
    const earned = missing
      .get(Number(member.id))!
      .filter((badge) => values[badge.counter] >= badge.threshold);
    if (earned.length > 0) await award(ctx, Number(member.id), earned);
  }
}

/** Counts the highlights of those alone who lack a badge for them: authors with many threads take longer. */
async function readEssence(
  ctx: Context,
  missing: ReadonlyMap<number, readonly Badge[]>,
): Promise<Map<number, number>> {
  const userIds = [...missing]
    .filter(([, badges]) => badges.some(({ counter }) => counter === BadgeCounter.ESSENCE))
    .map(([id]) => id);
  const counted = userIds.length === 0 ? [] : await countEssence(ctx, userIds);
  return new Map(counted.map(({ id, n }) => [Number(id), Number(n)]));
}

function valuesOf(member: CounterRow, essence: number, now: Date): Readonly<Record<BadgeCounter, number>> {
  const hasProfile = member.avatarUrl !== null && member.signature !== "";
  return {
    [BadgeCounter.PROFILE]: hasProfile ? 1 : 0,
    [BadgeCounter.THREADS]: member.threadCount,
    [BadgeCounter.REPLIES]: member.postCount,
    [BadgeCounter.LIKES]: member.likedCount,
    [BadgeCounter.ESSENCE]: essence,
    [BadgeCounter.FOLLOWERS]: member.fansCount,
    [BadgeCounter.DAYS]: Math.floor((now.getTime() - timeOf(member.createdAt).getTime()) / DAY_MS),
    [BadgeCounter.STREAK]: member.longest ?? 0,
  };
}

/** Stores the badges of a member; another process may have been quicker. @emits badgesAwarded, notificationRaised */
async function award(ctx: Context, userId: number, badges: readonly Badge[]): Promise<void> {
  const given = badges.map(({ id }) => ({ userId, badgeId: id, awardedAt: ctx.now }));
  await inTransaction(ctx, async (ctx) => {
    if ((await insertIgnore(ctx, UserBadge, given)) === 0) return;
    ctx.emit(badgesAwarded({ userId }));
    const badgeNames = {
      zh: badges.map(({ icon, nameZh }) => `${icon} ${nameZh}`).join("、"),
      en: badges.map(({ icon, nameEn }) => `${icon} ${nameEn}`).join(", "),
    };
    const nothing = { actorId: null, threadId: null, postId: null };
    ctx.emit(notificationRaised({ userId, kind: "badge.awarded", ...nothing, data: { badgeNames } }));
  });
}
