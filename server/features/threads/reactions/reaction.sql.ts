import type { Context } from "../../../core/context.ts";
import { marks, row, rows, run } from "../../../core/sql.ts";

/** Tables of the members' reactions to threads. */
export type ReactionTable = "thread_likes" | "thread_favorites";

/**
 * Stores or removes a reaction of the viewer; the thread's lock lets equal requests at the same moment count once.
 * Raw since the like is a bench row: two cached statements.
 * @returns true if it changed
 */
export async function react(
  ctx: Context,
  table: ReactionTable,
  threadId: number,
  wanted: boolean,
): Promise<boolean> {
  const mine = [threadId, ctx.viewer.id];
  if (!wanted)
    return (await run(ctx, `DELETE FROM ${table} WHERE threadId = ? AND userId = ?`, mine)).affected > 0;
  const where = "r.threadId = ? AND r.userId = ?";
  if (await row(ctx, `SELECT r.threadId FROM ${table} r WHERE ${where}`, mine)) return false;
  await run(ctx, `INSERT INTO ${table} (threadId, userId, createdAt) VALUES (?, ?, ?)`, [...mine, ctx.now]);
  return true;
}

/** Stores the like count and the hot score of a locked thread. Raw since each like of a thread runs it. */
export async function setLikes(
  ctx: Context,
  threadId: number,
  likeCount: number,
  hotScore: number,
): Promise<void> {
  const values = [likeCount, hotScore, threadId];
  await run(ctx, "UPDATE threads SET likeCount = ?, hotScore = ? WHERE id = ?", values);
}

/** A like (1) or a favourite (0) of the viewer; the reaction is empty for a plain like. */
export interface ReactionRow {
  readonly threadId: number;
  readonly liked: number;
  readonly reaction: string;
}

/** Reads the viewer's likes and favourites of threads. Raw since members' lists of threads run it. */
export function readReactions(ctx: Context, threadIds: readonly number[]): Promise<ReactionRow[]> {
  const ids = marks(threadIds);
  return rows<ReactionRow>(
    ctx,
    `SELECT l.threadId, 1 AS liked, l.reaction FROM thread_likes l WHERE l.userId = ? AND l.threadId IN (${ids})
     UNION ALL
     SELECT f.threadId, 0 AS liked, '' AS reaction FROM thread_favorites f WHERE f.userId = ? AND f.threadId IN (${ids})`,
    [ctx.viewer.id, ...threadIds, ctx.viewer.id, ...threadIds],
  );
}

/** A like of a thread. */
export interface LikeRow {
  readonly threadId: number;
  readonly userId: number;
}

/** Reads a page of the likes of a thread, newest first. Raw like `readLastLikers`. */
export function readLikers(
  ctx: Context,
  threadId: number,
  limit: number,
  offset: number,
): Promise<(LikeRow & { readonly createdAt: string | Date })[]> {
  return rows<LikeRow & { readonly createdAt: string | Date }>(
    ctx,
    `SELECT l.threadId, l.userId, l.createdAt FROM thread_likes l WHERE l.threadId = ?
     ORDER BY l.createdAt DESC, l.userId DESC LIMIT ? OFFSET ?`,
    [threadId, limit, offset],
  );
}

/** Reads the newest likes of each thread, newest first. Raw since TypeORM has no window functions. */
export function readLastLikers(
  ctx: Context,
  threadIds: readonly number[],
  perThread: number,
): Promise<LikeRow[]> {
  return rows<LikeRow>(
    ctx,
    `SELECT x.threadId, x.userId FROM (
       SELECT l.threadId, l.userId,
         ROW_NUMBER() OVER (PARTITION BY l.threadId ORDER BY l.createdAt DESC, l.userId DESC) AS place
       FROM thread_likes l WHERE l.threadId IN (${marks(threadIds)})
     ) x WHERE x.place <= ? ORDER BY x.threadId, x.place`,
    [...threadIds, perThread],
  );
}
