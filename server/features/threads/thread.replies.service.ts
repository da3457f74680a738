import type { Context } from "../../core/context.ts";
import { hotScoreOf, posterIdsOf, posterIdsText, Thread } from "./thread.entity.ts";
import { setReplyNumbers } from "./thread.sql.ts";

/** The newest reply, as its thread stores it. */
export interface NewestReply {
  readonly createdAt: Date;
  readonly authorId: number;
  readonly isAnonymous: boolean;
}

/** The highest number of a thread that was ever given, to what is there or has moved to another thread. */
export function topNumber({ lastNumber, movedNumber }: Pick<Thread, "lastNumber" | "movedNumber">): number {
  return Math.max(lastNumber, movedNumber);
}

/** Gives a new reply the next number of a locked thread, and counts it. The lock keeps numbers without gaps and doubles. */
export async function countReply(ctx: Context, thread: Thread, reply: NewestReply): Promise<number> {
  const lastNumber = topNumber(thread) + 1;
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

/** Numbers of a thread that got replies of another, or gave some away. */
export interface Renumbering {
  readonly lastNumber: number;
  readonly movedNumber: number;
  readonly postCount: number;
  /** The last visible replies, the newest first. */
  readonly newest: readonly NewestReply[];
}

/** Stores numbers, count and last replies of a locked thread whose replies were moved. */
export async function renumber(ctx: Context, thread: Thread, after: Renumbering): Promise<void> {
  const { lastNumber, movedNumber, postCount, newest } = after;
  await ctx.db.update(Thread, { id: thread.id }, { movedNumber });
  const posters = newest.filter(({ isAnonymous }) => !isAnonymous).map(({ authorId }) => authorId);
  const lastPosterIds = posterIdsText(posters);
  await storeNumbers(ctx, { ...thread, lastNumber, lastPosterIds }, postCount, newest[0] ?? null);
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
