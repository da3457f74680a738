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
import {
  notificationsBefore,
  positionOf,
  type ListPosition,
  type NotificationSelection,
} from "./notification.sql.ts";
import type { NotificationsChanged } from "./notification.view.ts";
import {
  changeUnread,
  getUnreadCounts,
  lockUnread,
  addChange,
  type CountChanges,
} from "../../unread/unread.service.ts";
import { topicById } from "../../topics/topic.loaders.ts";
import { partsOf } from "./burst.ts";
import { watchControlOf } from "./watchControl.ts";
import { dataOf } from "./wording.ts";

/** Maximum ids per call. */
export const IDS_MAX = 100;
/** Time for undoing a marking or deletion, in milliseconds. */
export const UNDO_MS = 10 * 60_000;

/**
 * Lists the viewer's notifications of one list or of all, newest first, or a part of them.
 * @throws {DomainError} LOGIN_REQUIRED for visitors.
 */
export async function listNotifications(
  ctx: Context,
  { entry, filter }: NotificationSelection,
  { first, after }: PageRequest,
): Promise<Connection<Notification>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const list = `notifications${entry ?? ""}${filter ?? ""}`;
  const key = after ? (decodeCursor(list, after, ["string", "number"]) as ListPosition) : null;
  const notifications = await notificationsBefore(ctx, { entry, filter }, key, first + 1);
  const cursorOf = (notification: Notification): string => encodeCursor(list, positionOf(notification));
  return pageOf(notifications, first, cursorOf, key !== null);
}

/** Preloads what a list of notifications refers to, in one statement per kind. */
export async function preloadNotificationNeighbours(
  ctx: Context,
  notifications: readonly Notification[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const places = notifications.flatMap(
    (notification): (readonly [number | null, number | null, ...unknown[]])[] => [
      [notification.threadId, notification.postId],
      ...partsOf(notification),
    ],
  );
  const threadIds = places.flatMap(([threadId]) => threadId ?? []);
  const postIds = places.flatMap(([, postId]) => postId ?? []);
  const levers = notifications.flatMap((notification) => watchControlOf(notification) ?? []);
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
    preload(
      ctx,
      topicById,
      levers.filter(({ target }) => target === WatchTarget.TOPIC).map(({ targetId }) => targetId),
    ),
    wanted.has("watched") ? preload(ctx, watchLevelOf, leverKeys) : undefined,
  ]);
}

/** Choice of notifications: some by id, all of a list, or all. */
export interface NotificationChoice {
  readonly ids?: readonly string[] | null;
  readonly entry?: NotificationEntry | null;
  /** Only those of these types. */
  readonly types?: readonly NotificationType[] | null;
}

/** Condition for notifications, deleted ones included. */
export interface NotificationCondition {
  readonly userId: number;
  readonly entry: FindOperator<number>;
  readonly id?: FindOperator<number>;
  readonly type?: FindOperator<NotificationType>;
}

/** Makes the condition for a choice of the viewer; kinds that are disabled in the site are in no list. */
export function conditionOf(ctx: Context, { ids, entry, types }: NotificationChoice): NotificationCondition {
  if (ids && ids.length > IDS_MAX) throw invalid("ids", `最多 ${IDS_MAX} 条`, `At most ${IDS_MAX} at once.`);
  return {
    userId: ctx.viewer.id,
    entry: entry ? Equal(entry) : Not(HIDDEN_ENTRY),
    ...(ids && { id: In(ids.map((id) => parseId(id, "ids"))) }),
    ...(types && { type: In(types) }),
  };
}

/** Marked notifications: their number, and their ids where a few were named. */
type Marked = Pick<NotificationsChanged, "count" | "changedIds">;

/** Marks notifications as read at a time, or as unread, and counts them by type; the viewer's counts are locked meanwhile. */
async function mark(
  ctx: Context,
  where: FindOptionsWhere<Notification>,
  readAt: Date | null,
): Promise<Marked> {
  return inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [ctx.viewer.id]);
    const counted = await ctx.db
      .createQueryBuilder(Notification, "n")
      .select(["n.type AS type", "COUNT(*) AS n"])
      .where(where)
      .groupBy("n.type")
      .getRawMany<{ type: NotificationType; n: number }>();
    const changedIds = where.id ? await idsWhere(ctx, where) : null;
    const { affected } = await ctx.db.update(Notification, where, { readAt });
    const changes: CountChanges = new Map();
    for (const { type, n } of counted)
      addChange(changes, ctx.viewer.id, type, readAt ? -Number(n) : Number(n));
    await changeUnread(ctx, changes);
    return { count: Number(affected), changedIds };
  });
}

async function idsWhere(ctx: Context, where: FindOptionsWhere<Notification>): Promise<number[]> {
  const named = await ctx.db.find(Notification, { select: { id: true }, where, order: { id: "ASC" } });
  return named.map(({ id }) => id);
}

/** Makes the answer to a change of notifications. */
export const answer = async (
  ctx: Context,
  { count, changedIds }: Marked,
  markedAt: Date | null,
): Promise<NotificationsChanged> => ({
  count,
  changedIds,
  markedAt,
  unreadCounts: await getUnreadCounts(ctx),
});

/** Marks notifications of the viewer as read: some, all of a list, or all. Those of others are ignored, as if unknown. */
export const markNotificationsRead = verb({
  name: "markNotificationsRead",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, choice: NotificationChoice): Promise<NotificationsChanged> {
    const marked = await mark(ctx, { ...conditionOf(ctx, choice), readAt: IsNull() }, ctx.now);
    return answer(ctx, marked, ctx.now);
  },
});

/** Marks the unread notifications of the viewer of one subject as read, in the caller's transaction. */
export async function readNotificationsOf(ctx: Context, groupKey: string): Promise<void> {
  const unread = { userId: ctx.viewer.id, groupKey, readAt: IsNull() };
  if (await ctx.db.existsBy(Notification, unread)) await mark(ctx, unread, ctx.now);
}

/** Input of `markNotificationsUnread`: ids, or the time at which they were marked. */
export interface UnreadChoice {
  readonly ids?: readonly string[] | null;
  readonly markedAt?: Date | null;
}

/**
 * Undoes marking: of some notifications, or of all that were marked at one time some minutes ago.
 * @throws {DomainError} INVALID_PARAMETER without ids and time, or if it was too long ago.
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
    const marked = await mark(ctx, { ...conditionOf(ctx, { ids }), readAt }, null);
    return answer(ctx, marked, null);
  },
});
