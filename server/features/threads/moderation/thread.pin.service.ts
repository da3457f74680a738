import { LessThanOrEqual } from "typeorm";
import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { recordEndOfPin, recordPin } from "../events/threadEvent.service.ts";
import { Thread } from "../thread.entity.ts";
import { threadChanged } from "../thread.events.ts";
import { canSetSticky, isPinned } from "../thread.policy.ts";
import { eventPartsOf, getThread, lockThread, readChanged } from "../thread.service.ts";
import { notifyAuthor } from "./thread.moderation.service.ts";

/** Pins that one run of the job ends. */
const PINS_PER_RUN = 100;

/** Input of `setThreadSticky`. */
export interface ThreadSticky {
  readonly threadId: number;
  readonly sticky: boolean;
  /** End of the pin; null for none. */
  readonly until?: Date | null;
}

/**
 * Pins a thread, for a time or for good, or no longer. Each list compares the end with its own time; the job tidies up.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND, FORBIDDEN; INVALID_PARAMETER for an end that has passed.
 */
export const setThreadSticky = verb({
  name: "setThreadSticky",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { threadId, sticky, until }: ThreadSticky): Promise<Thread> {
    const stickyUntil = sticky ? (until ?? null) : null;
    if (stickyUntil !== null && stickyUntil <= ctx.now)
      throw invalid("until", "置顶的结束时间必须在未来", "The pin must end in the future.");
    allow(canSetSticky(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canSetSticky(ctx.viewer, thread));
      const isSame = thread.stickyUntil?.getTime() === stickyUntil?.getTime();
      if (thread.isSticky === sticky && isSame) return noteNothing(ctx);
      await ctx.db.update(Thread, { id: threadId }, { isSticky: sticky, stickyUntil });
      await recordPin(ctx, thread, { isSticky: sticky, stickyUntil });
      noteChange(ctx, {
        target: `thread:${threadId}`,
        before: pinOf(thread),
        after: pinOf({ isSticky: sticky, stickyUntil }),
      });
      ctx.emit(threadChanged(eventPartsOf(thread)));
      if (sticky && !isPinned(thread, ctx.now)) notifyAuthor(ctx, thread, "sticky", "");
    });
    return readChanged(ctx, threadId);
  },
});

/** Gives a pin as the log shows it. */
function pinOf({ isSticky, stickyUntil }: Pick<Thread, "isSticky" | "stickyUntil">): object {
  return stickyUntil === null ? { isSticky } : { isSticky, stickyUntil };
}

/** Ends the pins whose time is over, so that pages that were kept follow. @emits threadChanged */
export async function endPins(ctx: Context): Promise<void> {
  const over = { isSticky: true, stickyUntil: LessThanOrEqual(ctx.now) };
  const threads = await ctx.db.find(Thread, {
    select: { id: true, categoryId: true, authorId: true, isAnonymous: true, stickyUntil: true },
    where: over,
    take: PINS_PER_RUN,
  });
  for (const thread of threads) {
    await inTransaction(ctx, async (ctx) => {
      // Unless somebody has given it another end meanwhile.
      const ended = { isSticky: false, stickyUntil: null };
      const { affected } = await ctx.db.update(Thread, { id: thread.id, ...over }, ended);
      if ((affected ?? 0) === 0) return;
      await recordEndOfPin(ctx, thread);
      ctx.emit(threadChanged(eventPartsOf(thread)));
    });
  }
}
