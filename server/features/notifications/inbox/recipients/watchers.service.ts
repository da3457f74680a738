import type { Context } from "../../../../core/context.ts";
import { deliverNotifications } from "../deliver.service.ts";
import type { NotificationReason } from "../notification.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";
import { selectWatchers, type WatchedThing, type WatcherPage } from "./recipient.sql.ts";

/** Maximum watchers notified per transaction; on SQLite all other writers wait for it. */
export const WATCHERS_PER_STEP = 50;
/** Delivery that notifies the remaining watchers. */
export const NOTIFY_WATCHERS = "notifyWatchers";

/** Something watched, and the reason that its watchers are shown. */
export interface Watchable extends WatchedThing {
  readonly why: NotificationReason;
}

/** A notification for all watchers of one thing, and the progress of its delivery; an outbox payload between two steps. */
export interface FanOut extends Watchable, WatcherPage {
  readonly notification: Omit<NotificationDraft, "userId" | "why">;
  /** The actor, and members who are notified for a stronger reason. */
  readonly exceptIds: readonly number[];
}

/** Reads the next watchers of each fan-out, in one statement, and what remains after them. */
async function nextWatchers(
  ctx: Context,
  fanOuts: readonly FanOut[],
): Promise<{ drafts: NotificationDraft[]; remaining: FanOut[] }> {
  const limit = Math.ceil(WATCHERS_PER_STEP / fanOuts.length);
  const watchers = await selectWatchers(ctx, fanOuts, limit);
  const drafts: NotificationDraft[] = [];
  const remaining: FanOut[] = [];
  for (const [index, fanOut] of fanOuts.entries()) {
    const userIds = watchers
      .filter(({ page }) => Number(page) === index)
      .map(({ userId }) => Number(userId))
      .sort((a, b) => a - b);
    const { notification, why, exceptIds } = fanOut;
    for (const userId of userIds)
      if (!exceptIds.includes(userId)) drafts.push({ ...notification, userId, why });
    if (userIds.length === limit) remaining.push({ ...fanOut, afterUserId: userIds.at(-1)! });
  }
  return { drafts, remaining };
}

/**
 * Delivers drafts, and notifies as many watchers as one transaction may. Further steps notify the others; each writes its
 * notifications together with its progress.
 */
export async function deliverWithWatchers(
  ctx: Context,
  drafts: readonly NotificationDraft[],
  fanOuts: readonly FanOut[],
): Promise<void> {
  const next = fanOuts.length > 0 ? await nextWatchers(ctx, fanOuts) : { drafts: [], remaining: [] };
  await deliverNotifications(ctx, [...drafts, ...next.drafts]);
  await ctx.services.outbox.laterEach(ctx, NOTIFY_WATCHERS, next.remaining);
}

/** Notifies the next watchers of each fan-out. */
export function notifyWatchers(ctx: Context, fanOuts: readonly FanOut[]): Promise<void> {
  return deliverWithWatchers(ctx, [], fanOuts);
}
