import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { storeStopWordHit } from "../../threads/moderation/hold.service.ts";
import { storeSolution } from "../../threads/moderation/thread.solution.service.ts";
import { ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import { type NewestReply, updateReplyCount } from "../../threads/thread.replies.service.ts";
import { countPosts } from "../../users/userCounter.service.ts";
import { Post } from "../post.entity.ts";

/** Adds to the author's count of replies; anonymous ones would give their author away. */
export async function countPost(
  ctx: Context,
  post: Pick<Post, "authorId" | "isAnonymous">,
  by: 1 | -1,
): Promise<void> {
  if (post.isAnonymous) return;
  await countPosts(ctx, post.authorId, by);
}

/** Hides a visible reply until it is approved, in the caller's transaction, and stores the stop words if they are why. */
export async function holdPost(
  ctx: Context,
  thread: Thread,
  post: Post,
  words: readonly string[],
): Promise<void> {
  const held = { approval: ApprovalState.PENDING, visible: false };
  await ctx.db.update(Post, { id: post.id }, held);
  Object.assign(post, held);
  await updatePostCounts(ctx, thread, post, -1);
  if (words.length > 0) await storeStopWordHit(ctx, { postId: post.id }, words);
}

/** Updates counters and search after a reply appeared or disappeared. */
export async function updatePostCounts(ctx: Context, thread: Thread, post: Post, by: 1 | -1): Promise<void> {
  // An answer that nobody reads solves nothing; it does again once it is back.
  if (post.id === thread.solutionId)
    await storeSolution(ctx, thread, { id: post.id, number: by > 0 ? post.number : null });
  if (post.parentId === null) await updateThreadCounts(ctx, thread, by);
  else await ctx.db.increment(Post, { id: post.parentId }, "commentCount", by);
  await countPost(ctx, post, by);
  await queueForSearch(ctx, { postId: post.id });
}

/** Replies that are looked at for the members who wrote last. */
const LOOKED_AT = 30;

/** Updates count, hot score and last replies of a thread after one of its replies appeared or disappeared. */
async function updateThreadCounts(ctx: Context, thread: Thread, by: 1 | -1): Promise<void> {
  await updateReplyCount(ctx, thread, by, await findNewest(ctx, thread.id, thread.lastNumber));
}

/** Finds the visible replies among the last ones, the newest first: older ones of a merged thread have higher numbers. */
export async function findNewest(ctx: Context, threadId: number, lastNumber: number): Promise<NewestReply[]> {
  const last = await ctx.db.find(Post, {
    select: { id: true, createdAt: true, authorId: true, isAnonymous: true },
    where: { threadId, number: LessThanOrEqual(lastNumber), visible: true },
    order: { number: "DESC" },
    take: LOOKED_AT,
  });
  return last.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id);
}
