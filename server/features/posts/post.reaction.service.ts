import type { Context } from "../../core/context.ts";
import { row, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { countLike } from "../threads/thread.reaction.service.ts";
import type { Post } from "./post.entity.ts";
import { postLiked } from "./post.events.ts";
import { canLikePost } from "./post.policy.ts";
import { getPost, lockPost, newsOfPost, readPostBack } from "./post.service.ts";

/** What `setPostLiked` takes. */
export interface PostLiking {
  readonly postId: number;
  readonly liked: boolean;
}

/**
 * Likes a reply or comment, or no longer.
 * @emits postLiked
 * @throws {DomainError} NOT_FOUND; FORBIDDEN without `thread.likePosts`.
 */
export const setPostLiked = verb({
  name: "setPostLiked",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { postId, liked }: PostLiking): Promise<Post> {
    const { post, thread } = await getPost(ctx, postId);
    allow(canLikePost(ctx.viewer, thread, post));
    await inTransaction(ctx, async (ctx) => {
      const before = await lockPost(ctx, postId);
      allow(canLikePost(ctx.viewer, thread, before));
      if (!(await react(ctx, postId, liked))) return;
      await run(ctx, "UPDATE posts SET likeCount = likeCount + ? WHERE id = ?", [liked ? 1 : -1, postId]);
      await countLike(ctx, before, liked);
      ctx.emit(postLiked({ ...newsOfPost(before), userId: ctx.viewer.id, liked }));
    });
    return readPostBack(ctx, postId);
  },
});

/** Stores or removes the like; the reply's lock lets equal wishes at the same moment count once. */
async function react(ctx: Context, postId: number, wanted: boolean): Promise<boolean> {
  const mine = [postId, ctx.viewer.id];
  if (!wanted)
    return (await run(ctx, "DELETE FROM post_likes WHERE postId = ? AND userId = ?", mine)).affected > 0;
  const known = await row(ctx, "SELECT l.postId FROM post_likes l WHERE l.postId = ? AND l.userId = ?", mine);
  if (known) return false;
  await run(ctx, "INSERT INTO post_likes (postId, userId, createdAt) VALUES (?, ?, ?)", [...mine, ctx.now]);
  return true;
}
