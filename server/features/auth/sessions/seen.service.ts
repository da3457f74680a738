import { In } from "typeorm";
import type { Context, Services } from "../../../core/context.ts";
import { unhurried } from "../../../core/slices.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { markSeen } from "../../users/userCounter.service.ts";
import { Session } from "./session.entity.ts";

/** `lastSeenAt` of a session is written at most this often. */
export const SEEN_EVERY_MS = 5 * 60_000;
/** What is seen waits at most this long in memory; a crash loses what waits, a stop in good order does not. */
export const SEEN_FLUSH_MS = 5_000;
/** Sessions of one UPDATE: on SQLite everybody waits for it. */
const IDS_PER_STATEMENT = 50;

interface Seen {
  readonly userId: number;
  readonly at: Date;
}

const waiting = new WeakMap<Services, Map<number, Seen>>();

function waitingIn(services: Services): Map<number, Seen> {
  let seen = waiting.get(services);
  if (!seen) waiting.set(services, (seen = new Map()));
  return seen;
}

/** Notes that a session is in use, if that was not noted lately; written together with others a little later. */
export function noteSeen(
  services: Services,
  { id, userId }: { readonly id: number; readonly userId: number },
  lastSeenAt: Date,
  now: Date,
): void {
  if (now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS) waitingIn(services).set(id, { userId, at: now });
}

/** Writes which sessions were in use and who uses them: two statements for some dozens, with the time of the newest. */
export async function flushSeen(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  const seen = [...waitingIn(ctx.services)].sort(([a], [b]) => a - b);
  for (let start = 0; start < seen.length; start += IDS_PER_STATEMENT) {
    const part = seen.slice(start, start + IDS_PER_STATEMENT);
    const ids = part.map(([id]) => id);
    const newest = new Date(Math.max(...part.map(([, { at }]) => at.getTime())));
    const userIds = part.map(([, { userId }]) => userId);
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.update(Session, { id: In(ids) }, { lastSeenAt: newest });
      await markSeen(ctx, userIds, newest);
    });
    // What failed stays noted.
    for (const id of ids) waitingIn(ctx.services).delete(id);
    await pause();
  }
}
