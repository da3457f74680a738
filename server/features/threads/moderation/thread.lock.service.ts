import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { Thread } from "../thread.entity.ts";
import { threadChanged } from "../thread.events.ts";
import { canLockThread, canReply } from "../thread.policy.ts";
import { eventPartsOf, getThread, lockThread, readChanged } from "../thread.service.ts";

/** Input of `setThreadLocked`. */
export interface ThreadLock {
  readonly threadId: number;
  readonly locked: boolean;
  /** Shown to readers of the thread. */
  readonly reason?: string | null;
}

/**
 * Locks a thread, so that nobody but moderators replies, or opens it again. What is locked can be read, liked and
 * edited; locking it anew changes the reason.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND, FORBIDDEN; INVALID_PARAMETER for the reason.
 */
export const setThreadLocked = verb({
  name: "setThreadLocked",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { threadId, locked, reason: given }: ThreadLock): Promise<Thread> {
    const reason = checkReason(given);
    allow(canLockThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      // With the lock of the row that each reply takes: what comes at the same time is either before it or refused.
      const thread = await lockThread(ctx, threadId);
      allow(canLockThread(ctx.viewer, thread));
      const lockReason = locked ? reason : null;
      if ((thread.lockedAt !== null) === locked && thread.lockReason === lockReason) return noteNothing(ctx);
      const lockedAt = locked ? (thread.lockedAt ?? ctx.now) : null;
      await ctx.db.update(Thread, { id: threadId }, { lockedAt, lockReason });
      noteChange(ctx, {
        target: `thread:${threadId}`,
        before: { locked: thread.lockedAt !== null },
        after: { locked },
        reason,
      });
      ctx.emit(threadChanged(eventPartsOf(thread)));
    });
    return readChanged(ctx, threadId);
  },
});

/**
 * Requires that the viewer may reply, and says why a locked thread takes no replies.
 * @throws {DomainError} THREAD_LOCKED with the reason; NOT_FOUND, FORBIDDEN naming the permission.
 */
export function mustReply({ viewer }: Context, thread: Thread): void {
  const decision = canReply(viewer, thread);
  const reason = thread.lockReason ?? "";
  if (decision.code !== "THREAD_LOCKED" || reason === "") return allow(decision);
  throw new DomainError("THREAD_LOCKED", {
    text: {
      zh: `帖子已锁定，不能再回复：${reason}`,
      en: `This thread is locked, so nobody can reply: ${reason}`,
    },
    data: { lockReason: reason },
  });
}
