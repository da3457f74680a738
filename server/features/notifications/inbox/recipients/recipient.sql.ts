import type { Context, SqlValue } from "../../../../core/context.ts";
import { marks, rows, rowsEach } from "../../../../core/sql.ts";
import { WatchLevel, WatchTarget } from "../../../watches/watch.entity.ts";

/**
 * Finds out who gets notifications, for hundreds of members at once inside the transaction of a delivery. Raw since each
 * read is one statement over several pairs or tables (UNION ALL, NOT EXISTS), without hydration.
 */

/** The columns that make a member a viewer, as the engine gives the row. */
export interface ViewerRow {
  readonly userId: number;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  /** Group of the level that the member has reached; null for none. */
  readonly levelGroupId: number | null;
  readonly status: number;
  readonly bannedUntil: string | Date | null;
  readonly silencedUntil: string | Date | null;
}

/** Reads what makes members viewers. */
export function selectViewers(ctx: Context, userIds: readonly number[]): Promise<ViewerRow[]> {
  return rows<ViewerRow>(
    ctx,
    `SELECT u.id AS userId, u.groupId, u.groupExpiresAt, u.returnGroupId, u.returnGroupExpiresAt, u.levelGroupId, u.status, u.bannedUntil, u.silencedUntil
     FROM users u WHERE u.id IN (${marks(userIds)})`,
    userIds,
  );
}

/** A block: the first member blocks the second. */
export interface BlockRow {
  readonly userId: number;
  readonly blockedUserId: number;
}

/** Reads the blocks between recipients and actors, in both directions. */
export function selectBlocks(
  ctx: Context,
  recipientIds: readonly number[],
  actorIds: readonly number[],
): Promise<BlockRow[]> {
  const one = (from: readonly number[], to: readonly number[]): string =>
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId IN (${marks(from)}) AND b.blockedUserId IN (${marks(to)})`;
  return rows<BlockRow>(ctx, `${one(recipientIds, actorIds)} UNION ALL ${one(actorIds, recipientIds)}`, [
    ...recipientIds,
    ...actorIds,
    ...actorIds,
    ...recipientIds,
  ]);
}

/** A level that a member has chosen. */
export interface LevelRow {
  readonly userId: number;
  readonly target: WatchTarget;
  readonly targetId: number;
  readonly level: WatchLevel;
}

/** Reads the levels that members have chosen for some things of each kind; kinds without ids are left out. */
export async function selectLevels(
  ctx: Context,
  userIds: readonly number[],
  idsOf: Readonly<Record<WatchTarget, readonly number[]>>,
): Promise<LevelRow[]> {
  const parts = Object.values(WatchTarget)
    .map((target) => ({ target, ids: [...new Set(idsOf[target])] }))
    .filter(({ ids }) => ids.length > 0);
  if (parts.length === 0) return [];
  const each = parts.map(
    ({ ids }) => `SELECT w.userId, w.target, w.targetId, w.level FROM watches w
      WHERE w.userId IN (${marks(userIds)}) AND w.target = ? AND w.targetId IN (${marks(ids)})`,
  );
  return rows<LevelRow>(
    ctx,
    each.join(" UNION ALL "),
    parts.flatMap(({ target, ids }) => [...userIds, target, ...ids]),
  );
}

/** Reads which of these members have set these threads of theirs to the normal level, by pairs. */
export function selectUnwatchedThreads(
  ctx: Context,
  pairs: readonly (readonly [userId: number, threadId: number])[],
): Promise<{ userId: number; targetId: number }[]> {
  return rowsEach<{ userId: number; targetId: number }>(
    ctx,
    "SELECT w.userId, w.targetId FROM watches w WHERE w.userId = ? AND w.target = ? AND w.targetId = ? AND w.level = ?",
    pairs.map(([userId, threadId]) => [userId, WatchTarget.THREAD, threadId, WatchLevel.NORMAL]),
  );
}

/** Reads which members have an unread notification that they were answered with one of these replies. */
export function selectUnreadReplies(
  ctx: Context,
  userIds: readonly number[],
  postIds: readonly number[],
): Promise<{ userId: number; postId: number }[]> {
  return rows<{ userId: number; postId: number }>(
    ctx,
    `SELECT n.userId, n.postId FROM notifications n WHERE n.userId IN (${marks(userIds)}) AND n.readAt IS NULL
       AND n.type = 'replied' AND n.postId IN (${marks(postIds)})`,
    [...userIds, ...postIds],
  );
}

/** Something that is watched. */
export interface WatchedThing {
  readonly target: WatchTarget;
  readonly targetId: number;
}

/** A page of the watchers of one thing. */
export interface WatcherPage extends WatchedThing {
  /** Watchers of one of these are excluded. */
  readonly unless: readonly WatchedThing[];
  /** Watchers after this id. */
  readonly afterUserId: number;
}

/** A watcher, with the index of the requested page. */
export interface WatcherRow {
  readonly page: number;
  readonly userId: number;
}

/** Things that leave watchers out, at most; the statement has the same form for all pages. */
const UNLESS_MAX = 2;
const WATCHERS = `SELECT ? AS page, w.userId FROM watches w
  WHERE w.target = ? AND w.targetId = ? AND w.level = ? AND w.userId > ?`;
const UNLESS = `AND NOT EXISTS (SELECT 1 FROM watches o
  WHERE o.userId = w.userId AND o.target = ? AND o.targetId = ? AND o.level = ?)`;
const PAGE = `${WATCHERS} ${Array<string>(UNLESS_MAX).fill(UNLESS).join(" ")} ORDER BY w.userId LIMIT `;

/** Reads a page of watchers of each thing, in one statement. */
export function selectWatchers(
  ctx: Context,
  pages: readonly WatcherPage[],
  limit: number,
): Promise<WatcherRow[]> {
  const values = pages.map(({ target, targetId, unless, afterUserId }, page): SqlValue[] => {
    const others = Array.from({ length: UNLESS_MAX }, (_, n) => unless[n] ?? { target, targetId: 0 });
    const except = others.flatMap((other) => [other.target, other.targetId, WatchLevel.WATCHING]);
    return [page, target, targetId, WatchLevel.WATCHING, afterUserId, ...except];
  });
  return rowsEach<WatcherRow>(ctx, `${PAGE}${limit}`, values);
}
