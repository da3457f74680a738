import type { Context } from "../../../core/context.ts";
import { row, run } from "../../../core/sql.ts";

/**
 * Raw since the like is a bench row: cached statements.
 * Stores or removes the viewer's like; the reply's lock lets equal wishes at the same moment count once.
 * @returns whether it changed
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

/**
 * Raw since each like of a reply runs it.
 * Adds to the likes of a locked reply.
 */
export async function addLikes(ctx: Context, postId: number, by: 1 | -1): Promise<void> {
  await run(ctx, "UPDATE posts SET likeCount = likeCount + ? WHERE id = ?", [by, postId]);
}
