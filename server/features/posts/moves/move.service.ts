import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { insert, insertAll } from "../../../core/write.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import type { GivenLike } from "../../threads/reactions/thread.reaction.service.ts";
import { ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { countPost } from "../moderation/postVisibility.service.ts";
import { Post, PostLike } from "../post.entity.ts";
import { postById } from "../post.loaders.ts";
import { canSeePost } from "../post.policy.ts";
import { moveAllPosts, movePosts, noteAllMoves } from "./move.sql.ts";
import type { PostPlace } from "./postPlace.view.ts";
import { PostMove } from "./postMove.entity.ts";

/** Moves in a row that are followed: the text of a thread may be split off and merged again. */
const STEPS_MAX = 10;

/**
 * Finds where a reply is now that had a number of a thread, or its text for 0; null for what never moved and for what
 * the viewer may not see.
 */
export async function findMoved(ctx: Context, threadId: number, number: number): Promise<PostPlace | null> {
  let place = { threadId, number };
  for (let step = 0; step < STEPS_MAX; step++) {
    const move = await ctx.db.findOneBy(PostMove, place);
    if (!move) return step === 0 ? null : visiblePlace(ctx, place);
    if (move.postId === null) {
      place = { threadId: move.toThreadId!, number: 0 };
      continue;
    }
    const post = await load(ctx, postById, move.postId);
    const thread = post && (await load(ctx, threadById, post.threadId));
    if (!thread || !canSeePost(ctx.viewer, thread, post).allowed) return null;
    return { threadId: thread.id, number: post.number ?? 0 };
  }
  return null;
}

async function visiblePlace(ctx: Context, place: PostPlace): Promise<PostPlace | null> {
  const thread = await load(ctx, threadById, place.threadId);
  return thread && canSeeThread(ctx.viewer, thread).allowed ? place : null;
}

/**
 * Makes the text of a locked thread a reply of another, with its likes, in the caller's transaction.
 * @returns the id of the reply
 */
export async function insertOpening(
  ctx: Context,
  source: Thread,
  place: PostPlace,
  likes: readonly GivenLike[],
): Promise<number> {
  const { authorId, isAnonymous, body, bodyHtml, markdownVersion, excerpt, plainText, createdAt } = source;
  const postId = await insert(ctx, Post, {
    ...place,
    authorId,
    isAnonymous,
    body,
    bodyHtml,
    markdownVersion,
    excerpt,
    plainText,
    createdAt,
    parentId: null,
    replyToPostId: null,
    hasAttachments: source.hasImages || source.hasAttachments,
    approval: ApprovalState.APPROVED,
    visible: true,
    deletedAt: null,
    deletedById: null,
    likeCount: likes.length,
    reactions: source.reactions,
    commentCount: 0,
    editedAt: source.editedAt,
  });
  await insertAll(
    ctx,
    PostLike,
    likes.map((like) => ({ ...like, postId })),
  );
  await insert(ctx, PostMove, { threadId: source.id, number: 0, postId, toThreadId: null });
  await countPost(ctx, source, 1);
  await queueForSearch(ctx, { postId });
  return postId;
}

/** Puts all replies of a locked thread into another behind a number, which they keep counting from, and notes where. */
export async function moveAllReplies(
  ctx: Context,
  fromThreadId: number,
  toThreadId: number,
  behind: number,
): Promise<void> {
  await noteAllMoves(ctx, fromThreadId);
  await moveAllPosts(ctx, fromThreadId, toThreadId, behind);
}

/** A reply that becomes the text of a new thread, and those that follow it there. */
export interface Split {
  readonly opening: Post;
  /** Replies in their order, with the numbers that they had; comments on the opening come before them. */
  readonly replies: readonly { readonly id: number; readonly number: number }[];
  readonly commentIds: readonly number[];
}

/** Takes the likes of a reply that becomes the text of a thread, in the caller's transaction. @returns them */
export async function takePostLikes(ctx: Context, postId: number): Promise<GivenLike[]> {
  const likes = await ctx.db.findBy(PostLike, { postId });
  await ctx.db.delete(PostLike, { postId });
  return likes.map(({ userId, createdAt, reaction }) => ({ userId, createdAt, reaction }));
}

/** Lists the comments on a reply, hidden ones too, in their order. */
export async function commentIdsOn(ctx: Context, postId: number): Promise<number[]> {
  const select = { id: true } as const;
  const comments = await ctx.db.find(Post, { select, where: { parentId: postId }, order: { id: "ASC" } });
  return comments.map(({ id }) => id);
}

/**
 * Puts replies into a new thread: the first as its text, which leaves a row that nobody sees for what names it, the
 * others numbered from 1. In the caller's transaction, with both threads locked.
 */
export async function moveSplit(ctx: Context, fromThreadId: number, toThreadId: number, split: Split) {
  const { opening, replies, commentIds } = split;
  const moved = { threadId: fromThreadId, toThreadId: null };
  const lifted = { threadId: fromThreadId, number: opening.number!, postId: null, toThreadId };
  await insertAll(ctx, PostMove, [
    lifted,
    ...replies.map(({ id, number }) => ({ ...moved, number, postId: id })),
  ]);
  await ctx.db.update(
    Post,
    { id: opening.id },
    {
      threadId: toThreadId,
      number: null,
      visible: false,
      deletedAt: ctx.now,
      deletedById: ctx.viewer.id,
      likeCount: 0,
      reactions: "",
      commentCount: 0,
    },
  );
  await countPost(ctx, opening, -1);
  await queueForSearch(ctx, { postId: opening.id });
  await movePosts(ctx, [...commentIds, ...replies.map(({ id }) => id)], toThreadId, 1);
}
