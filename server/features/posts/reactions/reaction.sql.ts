import type { Context } from "../../../core/context.ts";
import { marks, row, rows, run } from "../../../core/sql.ts";

/**
 * Stores or removes the viewer's like; the reply's lock lets equal requests at the same moment count once.
 * Raw since the like is a bench row: cached statements.
 * @returns true if it changed
 */
export async function react(ctx: Context, postId: number, wanted: boolean): Promise<boolean> {
  const mine = [postId, ctx.viewer.id];
  if (!wanted)
    return (await run(ctx, "DELETE FROM post_likes WHERE postId = ? AND userId = ?", mine)).affected > 0;
  const where = "l.postId = ? AND l.userId = ?";
  if (await row(ctx, `SELECT l.postId FROM post_likes l WHERE ${where}`, mine)) return false;
  await run(ctx, "INSERT INTO post_likes (postId, userId, createdAt) VALUES (?, ?, ?)", [...mine, ctx.now]);
  return true;
}

/** Adds to the likes of a locked reply. Raw since each like of a reply runs it. */
export async function addLikes(ctx: Context, postId: number, by: 1 | -1): Promise<void> {
  await run(ctx, "UPDATE posts SET likeCount = likeCount + ? WHERE id = ?", [by, postId]);
}

/** A like of a reply. */
export interface PostLikeRow {
  readonly postId: number;
  /** Empty for a plain like. */
  readonly reaction: string;
}

/** Reads the viewer's likes of replies. Raw since members' pages of replies run it. */
export function readLikedPosts(ctx: Context, postIds: readonly number[]): Promise<PostLikeRow[]> {
  const sql = `SELECT l.postId, l.reaction FROM post_likes l WHERE l.userId = ? AND l.postId IN (${marks(postIds)})`;
  return rows<PostLikeRow>(ctx, sql, [ctx.viewer.id, ...postIds]);
}
