import type { Context } from "../../core/context.ts";
import { hotScoreOf, posterIdsOf, posterIdsText, type Thread } from "./thread.entity.ts";
import { setReplyNumbers } from "./thread.sql.ts";

/** The newest reply, as its thread stores it. */
export interface NewestReply {
  readonly createdAt: Date;
  readonly authorId: number;
  readonly isAnonymous: boolean;
}

/** Gives a new reply the next number of a locked thread, and counts it. The lock keeps numbers without gaps and doubles. */
export async function countReply(ctx: Context, thread: Thread, reply: NewestReply): Promise<number> {
  const lastNumber = thread.lastNumber + 1;
  const posters = reply.isAnonymous ? [] : [reply.authorId];
  const lastPosterIds = posterIdsText([...posters, ...posterIdsOf(thread)]);
  await storeNumbers(ctx, { ...thread, lastNumber, lastPosterIds }, thread.postCount + 1, reply);
  return lastNumber;
}

/**
 * Counts a reply of a locked thread that appeared or disappeared.
 * @param newest the last visible replies, the newest first; none if no visible one is left
 */
export function updateReplyCount(
  ctx: Context,
  thread: Thread,
  by: 1 | -1,
  newest: readonly NewestReply[],
): Promise<void> {
  const posters = newest.filter(({ isAnonymous }) => !isAnonymous).map(({ authorId }) => authorId);
  const lastPosterIds = posterIdsText(posters);
  return storeNumbers(ctx, { ...thread, lastPosterIds }, thread.postCount + by, newest[0] ?? null);
}

function storeNumbers(
  ctx: Context,
  thread: Thread,
  postCount: number,
  newest: NewestReply | null,
): Promise<void> {
  return setReplyNumbers(ctx, thread.id, {
    lastNumber: thread.lastNumber,
    postCount,
    hotScore: hotScoreOf({ ...thread, postCount }),
    lastPostedAt: newest?.createdAt ?? thread.createdAt,
    lastPosterIds: thread.lastPosterIds,
    lastPostedById: newest && !newest.isAnonymous ? newest.authorId : null,
  });
}
