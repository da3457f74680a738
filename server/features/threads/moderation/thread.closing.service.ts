import { IsNull, LessThanOrEqual } from "typeorm";
import { newTrail, noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { recordDueLock, recordEvent } from "../events/threadEvent.service.ts";
import { ThreadEventKind } from "../events/threadEvent.entity.ts";
import { closingTime, isLocked, SLOW_MODE_SECONDS, Thread } from "../thread.entity.ts";
import { threadChanged } from "../thread.events.ts";
import { canLockThread } from "../thread.policy.ts";
import { eventPartsOf, getThread, lockThread, readChanged } from "../thread.service.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Furthest time at which a thread is locked by itself, and most days without a reply: a year. */
const CLOSING_MAX_DAYS = 366;
/** Threads that one run of the job locks. */
const LOCKS_PER_RUN = 100;

/** Input of `setThreadClosing`: a time, days without a reply, or neither, which ends the plan. */
export interface ThreadClosing {
  readonly threadId: number;
  readonly at?: Date | null;
  readonly afterDays?: number | null;
}

/**
 * Plans that a thread is locked by itself, at a time or after days without a reply, or ends that plan. Days count from
 * now at the earliest, so that an old thread is not locked at once.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND, FORBIDDEN; INVALID_PARAMETER for both at once, for times that are not a minute to a year
 *   ahead, and for a thread that is locked.
 */
export const setThreadClosing = verb({
  name: "setThreadClosing",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: ThreadClosing): Promise<Thread> {
    const { threadId } = input;
    const plan = checkPlan(ctx, input);
    allow(canLockThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canLockThread(ctx.viewer, thread));
      if (isLocked(thread, ctx.now))
        throw invalid("threadId", "帖子已经锁定", "This thread is locked already.");
      const isSame = closingTime(thread)?.getTime() === plan.closesAt?.getTime();
      if (isSame && thread.closesAfterDays === plan.closesAfterDays) return noteNothing(ctx);
      await ctx.db.update(Thread, { id: threadId }, plan);
      const before = planOf(thread);
      noteChange(ctx, { target: `thread:${threadId}`, before, after: planOf(plan) });
      ctx.emit(threadChanged(eventPartsOf(thread)));
    });
    return readChanged(ctx, threadId);
  },
});

type Plan = Pick<Thread, "closesAt" | "closesAfterDays">;

function checkPlan({ now }: Context, { at = null, afterDays = null }: ThreadClosing): Plan {
  if (at !== null && afterDays !== null)
    throw invalid("afterDays", "时间和天数只能选一个", "Choose a time or days without a reply, not both.");
  if (afterDays !== null) {
    if (!Number.isInteger(afterDays) || afterDays < 1 || afterDays > CLOSING_MAX_DAYS)
      throw invalid(
        "afterDays",
        `天数应为 1 到 ${CLOSING_MAX_DAYS}`,
        `Days without a reply are 1 to ${CLOSING_MAX_DAYS}.`,
      );
    return { closesAt: new Date(now.getTime() + afterDays * DAY_MS), closesAfterDays: afterDays };
  }
  const wait = at === null ? null : at.getTime() - now.getTime();
  // A minute that was chosen may have begun while the form was sent.
  if (wait !== null && !(wait > 0 && wait <= CLOSING_MAX_DAYS * DAY_MS + MINUTE_MS))
    throw invalid("at", "时间必须在未来一年之内", "The time must be within the next year.");
  return { closesAt: at, closesAfterDays: null };
}

/** Gives a plan as the log shows it. */
function planOf({ closesAt, closesAfterDays }: Plan): object {
  return closesAfterDays === null ? { closesAt } : { closesAfterDays };
}

/** Input of `setThreadSlowMode`. */
export interface ThreadSlowMode {
  readonly threadId: number;
  /** Pause between two replies of a member; 0 for none. */
  readonly seconds: number;
}

/**
 * Lets each member wait between two replies to a thread, or no longer.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND, FORBIDDEN; INVALID_PARAMETER for less than a minute and more than a week.
 */
export const setThreadSlowMode = verb({
  name: "setThreadSlowMode",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { threadId, seconds }: ThreadSlowMode): Promise<Thread> {
    const { min, max } = SLOW_MODE_SECONDS;
    if (seconds !== 0 && !(Number.isInteger(seconds) && seconds >= min && seconds <= max))
      throw invalid("seconds", "间隔应为 1 分钟到 7 天", "The pause is a minute to seven days.");
    allow(canLockThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canLockThread(ctx.viewer, thread));
      const { slowModeSeconds } = thread;
      if (slowModeSeconds === seconds) return noteNothing(ctx);
      await ctx.db.update(Thread, { id: threadId }, { slowModeSeconds: seconds });
      const kind = seconds === 0 ? ThreadEventKind.SLOW_MODE_OFF : ThreadEventKind.SLOW_MODE_ON;
      await recordEvent(ctx, threadId, { kind, facts: seconds === 0 ? {} : { seconds } });
      const after = { slowModeSeconds: seconds };
      noteChange(ctx, { target: `thread:${threadId}`, before: { slowModeSeconds }, after });
      ctx.emit(threadChanged(eventPartsOf(thread)));
    });
    return readChanged(ctx, threadId);
  },
});

/**
 * Locks the threads whose time has come, each once also where several processes do so, and logs it as the doing of nobody.
 * Those that got a reply meanwhile are looked at again when they may be due.
 * @emits threadChanged
 */
export async function lockDueThreads(ctx: Context): Promise<void> {
  const due = { lockedAt: IsNull(), closesAt: LessThanOrEqual(ctx.now) };
  const threads = await ctx.db.find(Thread, { select: { id: true }, where: due, take: LOCKS_PER_RUN });
  for (const { id } of threads) {
    await inTransaction({ ...ctx, audit: newTrail("setThreadLocked", null) }, async (ctx) => {
      noteNothing(ctx);
      const thread = await lockThread(ctx, id);
      const closing = closingTime(thread);
      if (thread.lockedAt !== null || closing === null) return;
      if (closing > ctx.now) {
        await ctx.db.update(Thread, { id }, { closesAt: closing });
        return;
      }
      await ctx.db.update(Thread, { id }, { lockedAt: closing, lockReason: null });
      await recordDueLock(ctx, thread);
      const [before, after] = [{ locked: false }, { locked: true, ...planOf(thread) }];
      noteChange(ctx, { target: `thread:${id}`, before, after });
      ctx.emit(threadChanged(eventPartsOf(thread)));
    });
  }
}
