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
/** By how much the numbers of each member change. */
export type CountChanges = Map<number, CountChange>;

/** Notes a change of one number. */
export function note(changes: CountChanges, userId: number, column: CountColumn, by: number): void {
  const of = changes.get(userId) ?? {};
  of[column] = (of[column] ?? 0) + by;
  changes.set(userId, of);
}

/**
 * Makes whoever else changes what these members have not read wait until this transaction ends, so that a change and
 * its count are one. Ids are locked in ascending order, and before the notifications and messages themselves.
 */
export async function lockUnread(ctx: Context, userIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  await lockCounters(ctx, ids);
}

/** Adds to the kept numbers, in one statement. @emits unreadChanged */
export async function changeUnread(ctx: Context, changes: CountChanges): Promise<void> {
  const changed = [...changes].filter(([, by]) => Object.values(by).some((n) => n !== 0));
  if (changed.length === 0) return;
  changed.sort(([a], [b]) => a - b);
  await addToCounters(ctx, changed);
  ctx.emit(unreadChanged({ userIds: changed.map(([userId]) => userId) }));
}

/** What members have not read: one row each, by its primary key. */
const countedByUser = defineLoader<number, Counted>("countedByUser", countersOf);

/** The row that is read together with a member's session, since every open window asks for it once a minute. */
export const COUNTS_ALONG = { table: "unread_counts", key: "userId", columns: COUNT_COLUMNS } as const;

/** Takes what was read along with the session; a transaction of this request makes it forgotten. */
export function primeCounts(ctx: Context, userId: number, along: object | null): void {
  prime(ctx, countedByUser, userId, (along as Counted | null) ?? NOTHING);
}

/** What a member has not read; inside a transaction always fresh. */
export async function countedOf(ctx: Context, userId: number): Promise<Counted> {
  const found = ctx.writing
    ? (await countedByUser.batch(ctx, [userId])).get(userId)
    : await load(ctx, countedByUser, userId);
  return found ?? NOTHING;
}

/** What several members have not read, as it is kept. */
export async function countedOfAll(ctx: Context, userIds: readonly number[]): Promise<Map<number, Counted>> {
  const found = await countedByUser.batch(ctx, userIds);
  return new Map(userIds.map((userId) => [userId, found.get(userId) ?? NOTHING]));
}

/**
 * What the viewer has not read; nothing for members who are shut out, whose windows go on asking.
 * @throws {DomainError} LOGIN_REQUIRED for visitors.
 */
export async function getUnreadCounts(ctx: Context): Promise<UnreadCounts> {
  const { isMember, isSignedIn } = ctx.viewer;
  if (!isMember && isSignedIn) return unreadCountsOf(NOTHING);
  allow(mustBeMember(ctx.viewer));
  return unreadCountsOf(await countedOf(ctx, ctx.viewer.id));
}

/** What the viewer has not read, as legacy clients ask. @throws {DomainError} FORBIDDEN for visitors (−4002). */
export async function readLegacyUnread(ctx: Context): Promise<object> {
  if (!ctx.viewer.isMember) throw new DomainError("FORBIDDEN");
  return legacyUnread(await countedOf(ctx, ctx.viewer.id));
}
