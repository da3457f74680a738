import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import { UserStatus } from "../../core/viewer.ts";

/** A badge of a member. */
export interface AwardRow {
  readonly userId: number;
  readonly badgeId: number;
  readonly awardedAt: string | Date;
}

/** Reads the badges of members, the newest first. Raw since profiles and cards run it. */
export function readAwards(ctx: Context, userIds: readonly number[]): Promise<AwardRow[]> {
  return rows<AwardRow>(
    ctx,
    `SELECT a.userId, a.badgeId, a.awardedAt FROM user_badges a WHERE a.userId IN (${marks(userIds)})
     ORDER BY a.awardedAt DESC, a.badgeId DESC`,
    userIds,
  );
}

/** Counters of a member that badges are given by. */
export interface CounterRow {
  readonly id: number;
  readonly threadCount: number;
  readonly postCount: number;
  readonly likedCount: number;
  readonly fansCount: number;
  readonly createdAt: string | Date;
  readonly avatarUrl: string | null;
  readonly signature: string;
  /** Null for members who never checked in. */
  readonly longest: number | null;
}

/** Reads the counters of members in good standing. Raw since the streak is the column of the last check-in. */
export function readCounters(ctx: Context, userIds: readonly number[]): Promise<CounterRow[]> {
  return rows<CounterRow>(
    ctx,
    `SELECT u.id, u.threadCount, u.postCount, u.likedCount, u.fansCount, u.createdAt, u.avatarUrl, u.signature,
       (SELECT c.longest FROM check_ins c WHERE c.userId = u.id ORDER BY c.day DESC LIMIT 1) AS longest
     FROM users u WHERE u.id IN (${marks(userIds)}) AND u.status = ${UserStatus.NORMAL}`,
    userIds,
  );
}

/** Number of highlights of a member. */
export interface EssenceRow {
  readonly id: number;
  readonly n: number | string;
}

/** Counts highlights of members under their own names. Raw since it is a count by group. */
export function countEssence(ctx: Context, userIds: readonly number[]): Promise<EssenceRow[]> {
  return rows<EssenceRow>(
    ctx,
    `SELECT t.authorId AS id, COUNT(*) AS n FROM threads t WHERE t.authorId IN (${marks(userIds)})
       AND t.isEssence = 1 AND t.visible = 1 AND t.isAnonymous = 0 GROUP BY t.authorId`,
    userIds,
  );
}

/** Reads ids of members behind one, in ascending order. Raw since it walks through all members. */
export async function readMemberIds(ctx: Context, afterId: number, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT u.id FROM users u WHERE u.id > ? ORDER BY u.id LIMIT ?`,
    [afterId, limit],
  );
  return found.map(({ id }) => Number(id));
}

/** Number of members who have a badge. */
export interface HolderRow {
  readonly id: number;
  readonly n: number | string;
}

/** Counts who has badges. Raw since it is a count by group, in the index alone. */
export function countHolders(ctx: Context, badgeIds: readonly number[]): Promise<HolderRow[]> {
  return rows<HolderRow>(
    ctx,
    `SELECT a.badgeId AS id, COUNT(*) AS n FROM user_badges a WHERE a.badgeId IN (${marks(badgeIds)})
     GROUP BY a.badgeId`,
    badgeIds,
  );
}
