import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { defineLoader, load, prime } from "../../core/loaders.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { unreadChanged } from "./unread.events.ts";
import { addToCounters, countersOf, lockCounters, type CountChange } from "./unread.sql.ts";
import { COUNT_COLUMNS, type CountColumn, type Counted } from "./unread.entity.ts";
import { legacyUnread, unreadCountsOf, type UnreadCounts } from "./unread.view.ts";

const NOTHING: Counted = Object.fromEntries(COUNT_COLUMNS.map((column) => [column, 0])) as Record<
  CountColumn,
  number
>;
/** Changes of counters by member. */
export type CountChanges = Map<number, CountChange>;

/** Adds to one counter in a collection of changes. */
export function addChange(changes: CountChanges, userId: number, column: CountColumn, by: number): void {
  const of = changes.get(userId) ?? {};
  of[column] = (of[column] ?? 0) + by;
  changes.set(userId, of);
}

/**
 * Locks the unread counters of members until the transaction ends, so that a change and its count are one. In ascending id,
 * and before the notifications and messages themselves.
 */
export async function lockUnread(ctx: Context, userIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  await lockCounters(ctx, ids);
}

/** Adds to the stored counters, in one statement. @emits unreadChanged */
export async function changeUnread(ctx: Context, changes: CountChanges): Promise<void> {
  const nonZero = [...changes].filter(([, by]) => Object.values(by).some((n) => n !== 0));
  if (nonZero.length === 0) return;
  nonZero.sort(([a], [b]) => a - b);
  await addToCounters(ctx, nonZero);
  ctx.emit(unreadChanged({ userIds: nonZero.map(([userId]) => userId) }));
}

/** Loads unread counters: one row per member, by its primary key. */
const countersByUser = defineLoader<number, Counted>("countersByUser", countersOf);

/** Columns that are read together with a member's session, since every open window polls them. */
export const SESSION_COUNTERS = { table: "unread_counts", key: "userId", columns: COUNT_COLUMNS } as const;

/** Primes the loader with the counters read with the session; a transaction of the request clears it. */
export function primeCounters(ctx: Context, userId: number, along: object | null): void {
  prime(ctx, countersByUser, userId, (along as Counted | null) ?? NOTHING);
}

/** Reads the unread counters of a member; inside a transaction always fresh. */
export async function getCounters(ctx: Context, userId: number): Promise<Counted> {
  const counters = ctx.writing
    ? (await countersByUser.batch(ctx, [userId])).get(userId)
    : await load(ctx, countersByUser, userId);
  return counters ?? NOTHING;
}

/** Reads the stored unread counters of members; zeros for those without a row. */
export async function getCountersOfAll(
  ctx: Context,
  userIds: readonly number[],
): Promise<Map<number, Counted>> {
  const counters = await countersByUser.batch(ctx, userIds);
  return new Map(userIds.map((userId) => [userId, counters.get(userId) ?? NOTHING]));
}

/**
 * Gives the unread counts of the viewer; zeros for members who are shut out, whose open windows go on polling.
 * @throws {DomainError} LOGIN_REQUIRED for visitors.
 */
export async function getUnreadCounts(ctx: Context): Promise<UnreadCounts> {
  const { isMember, isSignedIn } = ctx.viewer;
  if (!isMember && isSignedIn) return unreadCountsOf(NOTHING);
  allow(mustBeMember(ctx.viewer));
  return unreadCountsOf(await getCounters(ctx, ctx.viewer.id));
}

/** Gives the unread counts of the viewer for legacy clients. @throws {DomainError} FORBIDDEN for visitors (−4002). */
export async function readLegacyUnread(ctx: Context): Promise<object> {
  if (!ctx.viewer.isMember) throw new DomainError("FORBIDDEN");
  return legacyUnread(await getCounters(ctx, ctx.viewer.id));
}
