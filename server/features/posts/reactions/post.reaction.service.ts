import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { countLike } from "../../threads/reactions/thread.reaction.service.ts";
import type { Post } from "../post.entity.ts";
import { postLiked } from "../post.events.ts";
import { canLikePost } from "../post.policy.ts";
import { getPost, lockPost, newsOfPost, readPostBack } from "../post.service.ts";
import { addLikes, react } from "./reaction.sql.ts";

/** Input of `setPostLiked`. */
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
      await addLikes(ctx, postId, liked ? 1 : -1);
      await countLike(ctx, before, liked);
      ctx.emit(postLiked({ ...newsOfPost(before), userId: ctx.viewer.id, liked }));
    });
    return readPostBack(ctx, postId);
  },
});
