import { Equal, In, IsNull, Not, type FindOperator, type FindOptionsWhere } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { sqlTime } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { postById } from "../../posts/post.loaders.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { WatchTarget } from "../../watches/watch.entity.ts";
import { watchKey, watchLevelOf } from "../../watches/watch.loaders.ts";
import type { NotificationType } from "../templates/kind.view.ts";
import { HIDDEN_ENTRY, Notification, type NotificationEntry } from "./notification.entity.ts";
import { notificationsBefore } from "./notification.sql.ts";
import type { NotificationsChanged } from "./notification.view.ts";
import {
  changeUnread,
  getUnreadCounts,
  lockUnread,
  note,
  type CountChanges,
} from "../../unread/unread.service.ts";
import { leverOf } from "./why.ts";
import { dataOf } from "./wording.ts";

/** Most notifications that one call names. */
export const IDS_MAX = 100;
/** Marking as read, and deleting, can be undone this long, in milliseconds. */
export const UNDO_MS = 10 * 60_000;

/** The viewer's notifications of one list, newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listNotifications(
  ctx: Context,
  entry: NotificationEntry,
  { first, after }: PageRequest,
): Promise<Connection<Notification>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const list = `notifications${entry}`;
  const key = after ? (decodeCursor(list, after, ["string", "number"]) as readonly [string, number]) : null;
  const found = await notificationsBefore(ctx, entry, key, first + 1);
  const cursorOf = (notification: Notification): string =>
    encodeCursor(list, [sqlTime(notification.createdAt), notification.id]);
  return pageOf(found, first, cursorOf, key !== null);
}

/** Reads what a list of notifications names, one statement per kind whatever its length. */
export async function preloadNotificationNeighbours(
  ctx: Context,
  notifications: readonly Notification[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const threadIds = notifications.flatMap(({ threadId }) => threadId ?? []);
  const postIds = notifications.flatMap(({ postId }) => postId ?? []);
  const levers = notifications.flatMap((notification) => leverOf(notification) ?? []);
  const members = levers.filter(({ target }) => target === WatchTarget.MEMBER);
  const leverKeys = levers.map(({ target, targetId }) => watchKey(target, targetId));
  const userIds = [
    ...notifications.flatMap((notification) => dataOf(notification).actorIds ?? []),
    ...members.map(({ targetId }) => targetId),
  ];
  await Promise.all([
    preload(ctx, threadById, threadIds),
    preload(ctx, postById, postIds),
    preload(ctx, userById, [...userIds, ctx.viewer.id]),
    wanted.has("watched") ? preload(ctx, watchLevelOf, leverKeys) : undefined,
  ]);
}

/** Which notifications are meant: some by id, or all of a list, or all. */
export interface NotificationChoice {
  readonly ids?: readonly string[] | null;
  readonly entry?: NotificationEntry | null;
  /** Only those of these types. */
  readonly types?: readonly NotificationType[] | null;
}

/** A condition of notifications, deleted ones included. */
export interface NotificationCondition {
  readonly userId: number;
  readonly entry: FindOperator<number>;
  readonly id?: FindOperator<number>;
  readonly type?: FindOperator<NotificationType>;
}

/** Those of the viewer that stand in a list; kinds that are switched off in the site stand in none. */
export function conditionOf(ctx: Context, { ids, entry, types }: NotificationChoice): NotificationCondition {
  if (ids && ids.length > IDS_MAX) throw invalid("ids", `最多 ${IDS_MAX} 条`, `At most ${IDS_MAX} at once.`);
  return {
    userId: ctx.viewer.id,
    entry: entry ? Equal(entry) : Not(HIDDEN_ENTRY),
    ...(ids && { id: In(ids.map((id) => parseId(id, "ids"))) }),
    ...(types && { type: In(types) }),
  };
}

/** Marks notifications as read at a time, or as unread, and counts them by type; the viewer's counts are locked meanwhile. */
async function mark(
  ctx: Context,
  where: FindOptionsWhere<Notification>,
  readAt: Date | null,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [ctx.viewer.id]);
    const counted = await ctx.db
      .createQueryBuilder(Notification, "n")
      .select(["n.type AS type", "COUNT(*) AS n"])
      .where(where)
      .groupBy("n.type")
      .getRawMany<{ type: NotificationType; n: number }>();
    const { affected } = await ctx.db.update(Notification, where, { readAt });
    const changes: CountChanges = new Map();
    for (const { type, n } of counted) note(changes, ctx.viewer.id, type, readAt ? -Number(n) : Number(n));
    await changeUnread(ctx, changes);
    return Number(affected);
  });
}

/** What a change of notifications is answered with. */
export const answer = async (
  ctx: Context,
  count: number,
  markedAt: Date | null,
): Promise<NotificationsChanged> => ({
  count,
  markedAt,
  unreadCounts: await getUnreadCounts(ctx),
});

/** Marks notifications of the viewer as read: some, all of a list, or all. Those of others are left alone, as if unknown. */
export const markNotificationsRead = verb({
  name: "markNotificationsRead",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, choice: NotificationChoice): Promise<NotificationsChanged> {
    const count = await mark(ctx, { ...conditionOf(ctx, choice), readAt: IsNull() }, ctx.now);
    return answer(ctx, count, ctx.now);
  },
});

/** What `markNotificationsUnread` takes: ids, or the time at which they were marked. */
export interface UnreadChoice {
  readonly ids?: readonly string[] | null;
  readonly markedAt?: Date | null;
}

/**
 * Takes marking back: of some notifications, or of all that were marked at one time some minutes ago.
 * @throws {DomainError} INVALID_PARAMETER if it says neither, or if it was too long ago.
 */
export const markNotificationsUnread = verb({
  name: "markNotificationsUnread",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { ids, markedAt }: UnreadChoice): Promise<NotificationsChanged> {
    if (!ids && !markedAt) throw invalid("ids", "ids 或 markedAt 必填", "ids or markedAt is required.");
    if (markedAt && ctx.now.getTime() - markedAt.getTime() > UNDO_MS)
      throw invalid("markedAt", "已超过可撤销的时间", "It is too late to undo this.");
    const readAt = markedAt ? Equal(markedAt) : Not(IsNull());
    const count = await mark(ctx, { ...conditionOf(ctx, { ids }), readAt }, null);
    return answer(ctx, count, null);
  },
});
