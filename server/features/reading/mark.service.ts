import { In, MoreThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { load, prime } from "../../core/loaders.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insertIgnore } from "../../core/write.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { getThread } from "../threads/thread.service.ts";
import { ReadMark } from "./mark.entity.ts";
import { lastReadOf } from "./mark.loaders.ts";
import { moveMarkForward } from "./mark.sql.ts";

/** Input of `markThreadRead`. */
export interface Reading {
  readonly threadId: number;
  /** Of the last reply that was read; 0 for the thread's own text alone. */
  readonly number: number;
}

/**
 * Stores the viewer's place in a thread. Numbers beyond the last reply mean the last reply; a number behind the stored
 * place changes and writes nothing.
 * @throws {DomainError} INVALID_PARAMETER for a negative number; NOT_FOUND or FORBIDDEN if the thread may not be read.
 */
export const markThreadRead = verb({
  name: "markThreadRead",
  who: "member",
  rate: "read",
  idempotent: true,
  async run(ctx: Context, { threadId, number }: Reading): Promise<Thread> {
    if (number < 0) throw invalid("number", "楼层号无效", "number is a number of a reply, or 0.");
    const thread = await getThread(ctx, threadId);
    const reached = Math.min(number, thread.lastNumber);
    const before = await load(ctx, lastReadOf, threadId);
    if (before !== null && before >= reached) return thread;
    await inTransaction(ctx, (ctx) => moveMarkForward(ctx, threadId, reached));
    prime(ctx, lastReadOf, threadId, reached);
    return thread;
  },
});

/** Reader's place in a thread that was merged or split, as a place in another. */
export interface MarkMove {
  readonly fromThreadId: number;
  readonly toThreadId: number;
  /** Gives the place in the other thread; null for who has read nothing of it. */
  placeOf(number: number): number | null;
}

/**
 * Gives readers of a thread their places in a new one that has some of its replies, in the caller's transaction.
 */
export async function copyMarks(
  ctx: Context,
  { fromThreadId, toThreadId, placeOf }: MarkMove,
): Promise<void> {
  const before = await ctx.db.findBy(ReadMark, { threadId: fromThreadId });
  const marks = before.flatMap(({ userId, number, readAt }) => {
    const place = placeOf(number);
    return place === null ? [] : [{ userId, threadId: toThreadId, number: place, readAt }];
  });
  await insertIgnore(ctx, ReadMark, marks);
}

/**
 * Moves readers of two threads forward in the one that got the replies of the other behind its own: who had read all of
 * it, by as much as they had read of the other. In the caller's transaction.
 * @param end the last number before the merge
 */
export async function moveMarks(
  ctx: Context,
  { fromThreadId, toThreadId, placeOf }: MarkMove,
  end: number,
): Promise<void> {
  const ended = await ctx.db.findBy(ReadMark, { threadId: toThreadId, number: MoreThanOrEqual(end) });
  const userIds = ended.map(({ userId }) => userId);
  if (userIds.length === 0) return;
  const others = await ctx.db.findBy(ReadMark, { threadId: fromThreadId, userId: In(userIds) });
  for (const { userId, number } of others) {
    const place = placeOf(number);
    if (place !== null) await ctx.db.update(ReadMark, { userId, threadId: toThreadId }, { number: place });
  }
}
