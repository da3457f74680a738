import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { load, prime } from "../../core/loaders.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { getThread } from "../threads/thread.service.ts";
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
