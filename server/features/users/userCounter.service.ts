import { In, MoreThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { UserStatus } from "../../core/viewer.ts";
import { noteDeed } from "./deeds.ts";
import { addToContentCounter } from "./userCounter.sql.ts";
import { lockMembers } from "./lock.sql.ts";
import { User } from "./user.entity.ts";

/** Precision of the last activity of members. */
const MINUTE_MS = 60_000;

/** Adds to a member's count of threads, in the caller's transaction. */
export async function countThreads(ctx: Context, userId: number, by: 1 | -1): Promise<void> {
  noteDeed(ctx, userId);
  await ctx.db.increment(User, { id: userId }, "threadCount", by);
}

/** Adds to a member's count of replies and comments, in the caller's transaction. */
export function countPosts(ctx: Context, userId: number, by: 1 | -1): Promise<void> {
  noteDeed(ctx, userId);
  return addToContentCounter(ctx, userId, "postCount", by);
}

/** Adds to the likes that a member was given, in the caller's transaction. */
export function countLikes(ctx: Context, userId: number, by: 1 | -1): Promise<void> {
  noteDeed(ctx, userId);
  return addToContentCounter(ctx, userId, "likedCount", by);
}

/** Sets a counter that was wrong to the counted value, in the caller's transaction. */
export async function correctUserCounter(
  ctx: Context,
  userId: number,
  column: "threadCount" | "postCount" | "likedCount",
  counted: number,
): Promise<void> {
  await ctx.db.update(User, { id: userId }, { [column]: counted });
}

/** Stores the last activity of members, in the caller's transaction. */
export async function markSeen(ctx: Context, userIds: readonly number[], at: Date): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  await ctx.db.update(User, { id: In(ids) }, { lastSeenMinute: Math.floor(at.getTime() / MINUTE_MS) });
}

/** Counts the members in good standing who were here since a time. */
export function countSeenSince(ctx: Context, since: Date): Promise<number> {
  const minute = Math.floor(since.getTime() / MINUTE_MS);
  return ctx.db.countBy(User, { status: UserStatus.NORMAL, lastSeenMinute: MoreThanOrEqual(minute) });
}

/** Locks a member until the caller's transaction ends, which serialises their saves. */
export function lockUser(ctx: Context, userId: number): Promise<void> {
  return lockMembers(ctx, [userId]);
}
