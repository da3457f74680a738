import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inLocale, type Sentence } from "../../../core/locale.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { recordDueLock, recordEvent } from "../events/threadEvent.service.ts";
import { ThreadEventKind } from "../events/threadEvent.entity.ts";
import { lockedSince, Thread } from "../thread.entity.ts";
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
 * edited; locking it again changes the reason. Either ends a scheduled lock.
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
      const since = lockedSince(thread, ctx.now);
      const lockReason = locked ? reason : null;
      // By hand it is another lock than by itself, which a reason would not tell.
      const isByItself = locked && thread.closesAt !== null;
      if ((since !== null) === locked && thread.lockReason === lockReason && !isByItself)
        return noteNothing(ctx);
      const lockedAt = locked ? (since ?? ctx.now) : null;
      const ended = { closesAt: null, closesAfterDays: null };
      await ctx.db.update(Thread, { id: threadId }, { lockedAt, lockReason, ...ended });
      await recordDueLock(ctx, thread);
      const kind = locked ? ThreadEventKind.LOCKED : ThreadEventKind.OPENED;
      await recordEvent(ctx, threadId, { kind, facts: lockReason ? { reason: lockReason } : {} });
      noteChange(ctx, {
        target: `thread:${threadId}`,
        before: { locked: since !== null },
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
export function mustReply({ viewer, now, locale }: Context, thread: Thread): void {
  const decision = canReply(viewer, thread, now);
  const reason = lockReasonOf(thread);
  if (decision.code !== "THREAD_LOCKED" || reason.zh === "") return allow(decision);
  throw new DomainError("THREAD_LOCKED", {
    text: {
      zh: `帖子已锁定，不能再回复：${reason.zh}`,
      en: `This thread is locked, so nobody can reply: ${reason.en}`,
    },
    data: { lockReason: inLocale(reason, locale) },
  });
}

/** Gives the reason why a locked thread is locked: as staff wrote it, or that its time had come. */
export function lockReasonOf({
  lockReason,
  closesAt,
  closesAfterDays,
}: Pick<Thread, "lockReason" | "closesAt" | "closesAfterDays">): Sentence {
  if (lockReason !== null || closesAt === null) return { zh: lockReason ?? "", en: lockReason ?? "" };
  if (closesAfterDays === null) return { zh: "到了设定的锁定时间", en: "the time set for it has come" };
  return {
    zh: `${closesAfterDays} 天没有新回复`,
    en: `nobody replied for ${closesAfterDays === 1 ? "a day" : `${closesAfterDays} days`}`,
  };
}
