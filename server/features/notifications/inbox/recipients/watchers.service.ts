import type { Context, SqlValue } from "../../../../core/context.ts";
import { rowsEach } from "../../../../core/sql.ts";
import { WatchLevel, type WatchTarget } from "../../../watches/watch.entity.ts";
import { deliverNotifications } from "../deliver.service.ts";
import type { NotificationReason } from "../notification.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";

/** Watchers that one transaction tells, about: on SQLite everybody else waits for it. */
export const WATCHERS_PER_STEP = 50;
/** The delivery that tells the watchers who are left. */
export const NOTIFY_WATCHERS = "notifyWatchers";

/** Something watched, and why whoever watches it hears. */
export interface Watchable {
  readonly target: WatchTarget;
  readonly targetId: number;
  readonly why: NotificationReason;
}

/** News for all who watch one thing, and how far it has been told; kept in the outbox between two steps. */
export interface Telling extends Watchable {
  readonly notification: Omit<NotificationDraft, "userId" | "why">;
  /** Who hears of it for a stronger reason, or did it. */
  readonly exceptIds: readonly number[];
  /** Who watches one of these hears of it because of that. */
  readonly unless: readonly Pick<Watchable, "target" | "targetId">[];
  /** Everybody up to this id has been told. */
  readonly afterUserId: number;
}

interface Found {
  readonly telling: number;
  readonly userId: number;
}

const WATCHERS = `SELECT ? AS telling, w.userId FROM watches w
  WHERE w.target = ? AND w.targetId = ? AND w.level = ? AND w.userId > ?`;
const OTHERWISE = `AND NOT EXISTS (SELECT 1 FROM watches o
  WHERE o.userId = w.userId AND o.target = ? AND o.targetId = ? AND o.level = ?)`;
/** Things that make another reason stronger, at most; a statement has the same form for all. */
const UNLESS_MAX = 2;

/** The next watchers of each, in one statement, and what is left to tell after them. */
async function nextWatchers(
  ctx: Context,
  tellings: readonly Telling[],
): Promise<{ drafts: NotificationDraft[]; left: Telling[] }> {
  const limit = Math.ceil(WATCHERS_PER_STEP / tellings.length);
  const values = tellings.map(({ target, targetId, unless, afterUserId }, index): SqlValue[] => {
    const others = Array.from({ length: UNLESS_MAX }, (_, n) => unless[n] ?? { target, targetId: 0 });
    return [
      ...[index, target, targetId, WatchLevel.WATCHING, afterUserId],
      ...others.flatMap((other) => [other.target, other.targetId, WatchLevel.WATCHING]),
    ];
  });
  const sql = `${WATCHERS} ${Array(UNLESS_MAX).fill(OTHERWISE).join(" ")} ORDER BY w.userId LIMIT ${limit}`;
  const found = await rowsEach<Found>(ctx, sql, values);
  const drafts: NotificationDraft[] = [];
  const left: Telling[] = [];
  for (const [index, telling] of tellings.entries()) {
    const userIds = found
      .filter((each) => Number(each.telling) === index)
      .map(({ userId }) => Number(userId))
      .sort((a, b) => a - b);
    const { notification, why, exceptIds } = telling;
    for (const userId of userIds)
      if (!exceptIds.includes(userId)) drafts.push({ ...notification, userId, why });
    if (userIds.length === limit) left.push({ ...telling, afterUserId: userIds.at(-1)! });
  }
  return { drafts, left };
}

/**
 * Writes notifications for those who are concerned, and for as many watchers as one transaction bears; the others are told by
 * further steps, each of which writes its notifications and its mark of progress together.
 */
export async function deliverWithWatchers(
  ctx: Context,
  drafts: readonly NotificationDraft[],
  tellings: readonly Telling[],
): Promise<void> {
  const next = tellings.length > 0 ? await nextWatchers(ctx, tellings) : { drafts: [], left: [] };
  await deliverNotifications(ctx, [...drafts, ...next.drafts]);
  await ctx.services.outbox.laterEach(ctx, NOTIFY_WATCHERS, next.left);
}

/** Tells the next watchers. */
export function notifyWatchers(ctx: Context, tellings: readonly Telling[]): Promise<void> {
  return deliverWithWatchers(ctx, [], tellings);
}
