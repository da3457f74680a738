import type { Context } from "../../../core/context.ts";
import { row, run } from "../../../core/sql.ts";

/** Tables of what members do with threads. */
export type ReactionTable = "thread_likes" | "thread_favorites";

/**
 * Raw since the like is a bench row: two cached statements.
 * Stores or removes a reaction of the viewer; the thread's lock lets equal wishes at the same moment count once.
 * @returns whether it changed
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

/**
 * Raw since each like of a thread runs it.
 * Stores how many likes a locked thread has and how hot it is.
 */
export async function setLikes(
  ctx: Context,
  threadId: number,
  likeCount: number,
  hotScore: number,
): Promise<void> {
  const values = [likeCount, hotScore, threadId];
  await run(ctx, "UPDATE threads SET likeCount = ?, hotScore = ? WHERE id = ?", values);
}
