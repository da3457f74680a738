import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { chain, load } from "../../core/loaders.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { canLockThread } from "../threads/thread.policy.ts";
import { lastReplyTimeOf } from "./post.loaders.ts";

/**
 * Requires that the viewer's pause between two replies to a thread is over; moderators have none. The thread's lock lets
 * one of several replies that come together through.
 * @throws {DomainError} SLOW_MODE with the seconds to wait
 */
export async function mustHaveWaited(ctx: Context, thread: Thread): Promise<void> {
  const until = await mayReplyAt(ctx, thread);
  if (until === null) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1000));
  const { zh, en } = durationOf(seconds);
  throw new DomainError("SLOW_MODE", {
    retryAfterSeconds: seconds,
    text: {
      zh: `这个帖子限制了回复频率，请 ${zh}后再回复`,
      en: `Members wait between two replies to this thread. Please reply in ${en}.`,
    },
  });
}

/** Finds when the viewer may reply to a thread again; null if that is now. */
export function mayReplyAt(ctx: Context, thread: Thread): Date | null | Promise<Date | null> {
  const { id, slowModeSeconds } = thread;
  if (slowModeSeconds === 0 || !ctx.viewer.isMember || canLockThread(ctx.viewer, thread).allowed) return null;
  return chain(load(ctx, lastReplyTimeOf, id), (last) => {
    const until = last === null ? null : new Date(last.getTime() + slowModeSeconds * 1000);
    return until !== null && until > ctx.now ? until : null;
  });
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** Writes a time to wait in the unit that fits it, rounded up. */
function durationOf(seconds: number): { zh: string; en: string } {
  if (seconds < MINUTE_S) return { zh: `${seconds} 秒`, en: `${seconds} s` };
  if (seconds < 2 * HOUR_S) {
    const minutes = Math.ceil(seconds / MINUTE_S);
    return { zh: `${minutes} 分钟`, en: `${minutes} min` };
  }
  if (seconds < 2 * DAY_S) {
    const hours = Math.ceil(seconds / HOUR_S);
    return { zh: `${hours} 小时`, en: `${hours} hours` };
  }
  const days = Math.ceil(seconds / DAY_S);
  return { zh: `${days} 天`, en: `${days} days` };
}
