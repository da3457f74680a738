import type { Context } from "../../../../core/context.ts";
import { marks, rows, rowsEach, select, timeOf } from "../../../../core/sql.ts";
import { Thread } from "../../../threads/thread.entity.ts";
import { WatchLevel } from "../../../watches/watch.entity.ts";

/** Reads what digests are made of; raw since one statement serves a hundred members, without hydration. */

/** A visit of a member. */
export interface VisitRow {
  readonly userId: number;
  readonly at: Date;
}

const withTime = ({ userId, at }: VisitRow): VisitRow => ({ userId, at: timeOf(at) });

/** Reads the last visits of members by their sessions. */
export async function selectLastSeen(ctx: Context, userIds: readonly number[]): Promise<VisitRow[]> {
  const visits = await rows<VisitRow>(
    ctx,
    `SELECT s.userId, MAX(s.lastSeenAt) AS at FROM sessions s WHERE s.userId IN (${marks(userIds)}) GROUP BY s.userId`,
    userIds,
  );
  return visits.map(withTime);
}

/** Reads the last day on which each member was active: of years of days one row each. */
export async function selectLastActiveDays(ctx: Context, userIds: readonly number[]): Promise<VisitRow[]> {
  const days = await rowsEach<VisitRow>(
    ctx,
    "SELECT d.userId, d.seenAt AS at FROM active_days d WHERE d.userId = ? ORDER BY d.day DESC LIMIT 1",
    userIds.map((id) => [id]),
  );
  return days.map(withTime);
}

/** Reads the hottest threads that everybody may see, without their texts. */
export function selectHottestThreads(
  ctx: Context,
  limit: number,
  without: readonly string[],
): Promise<Thread[]> {
  const from = `threads t WHERE t.visible = 1 ORDER BY t.hotScore DESC, t.id DESC LIMIT ${limit}`;
  return select(ctx, Thread, "t", from, [], without);
}

/** Reads what members have muted. */
export function selectMuted(
  ctx: Context,
  userIds: readonly number[],
): Promise<{ userId: number; target: string; targetId: number }[]> {
  return rows<{ userId: number; target: string; targetId: number }>(
    ctx,
    `SELECT w.userId, w.target, w.targetId FROM watches w WHERE w.userId IN (${marks(userIds)}) AND w.level = ?`,
    [...userIds, WatchLevel.MUTED],
  );
}

/** Reads whom members block. */
export function selectBlocked(
  ctx: Context,
  userIds: readonly number[],
): Promise<{ userId: number; blockedUserId: number }[]> {
  return rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId IN (${marks(userIds)})`,
    userIds,
  );
}
