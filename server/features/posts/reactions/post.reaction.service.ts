import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { countLike } from "../../threads/reactions/thread.reaction.service.ts";
import { checkReaction } from "../../threads/reactions/reacting.service.ts";
import { changeReaction, countReactions } from "../../threads/reactions/reactionChange.sql.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { Post } from "../post.entity.ts";
import { postLiked, postReacted } from "../post.events.ts";
import { canLikePost } from "../post.policy.ts";
import { getPost, lockPost, postEventPartsOf, readChangedPost } from "../post.service.ts";
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
      if (!(await likeLocked(ctx, thread, before, liked)) || liked || before.reactions === "") return;
      // What was taken back may have been another reaction than the like.
      await ctx.db.update(Post, { id: postId }, { reactions: await countReactions(ctx, "post", postId) });
    });
    return readChangedPost(ctx, postId);
  },
});

/** Likes a locked reply, or no longer. @returns true if that changed @emits postLiked */
async function likeLocked(ctx: Context, thread: Thread, post: Post, liked: boolean): Promise<boolean> {
  if (!(await react(ctx, post.id, liked))) return false;
  await addLikes(ctx, post.id, liked ? 1 : -1);
  await countLike(ctx, post, liked);
  const threadHasRedPacket = thread.hasRedPacket;
  ctx.emit(postLiked({ ...postEventPartsOf(post), threadHasRedPacket, userId: ctx.viewer.id, liked }));
  return true;
}

/** Input of `setPostReaction`. */
export interface PostReacting {
  readonly postId: number;
  /** Empty for the plain like; null for none. */
  readonly emoji: string | null;
}

/**
 * Reacts to a reply or comment in place of what the viewer's reaction was, which counts as a like; or takes it back.
 * @emits postLiked where it is the first or the last, postReacted
 * @throws {DomainError} NOT_FOUND; FORBIDDEN without `thread.likePosts`; INVALID_PARAMETER for what is not in the set.
 */
export const setPostReaction = verb({
  name: "setPostReaction",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { postId, emoji }: PostReacting): Promise<Post> {
    await checkReaction(ctx, emoji);
    const { post, thread } = await getPost(ctx, postId);
    allow(canLikePost(ctx.viewer, thread, post));
    await inTransaction(ctx, async (ctx) => {
      const before = await lockPost(ctx, postId);
      allow(canLikePost(ctx.viewer, thread, before));
      await likeLocked(ctx, thread, before, emoji !== null);
      if (emoji !== null) await changeReaction(ctx, "post", postId, emoji);
      const reactions = await countReactions(ctx, "post", postId);
      if (reactions === before.reactions) return;
      await ctx.db.update(Post, { id: postId }, { reactions });
      ctx.emit(postReacted({ threadId: before.threadId, userId: ctx.viewer.id }));
    });
    return readChangedPost(ctx, postId);
  },
});
