import { In, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insertAll, lockWhere } from "../../../core/write.ts";
import { DeletedNotification } from "./deletedNotification.entity.ts";
import { Notification } from "./notification.entity.ts";
import { answer, conditionOf, UNDO_MS } from "./notification.service.ts";
import type { NotificationsChanged } from "./notification.view.ts";
import { changeUnread, lockUnread, note, type CountChanges } from "../../unread/unread.service.ts";

/** Notifications that one run forgets; few enough that nobody waits for it. */
const SLICE = 500;

/** Deletes notifications of the viewer; they are kept aside for some minutes. Those of others are left alone, as if unknown. */
export const deleteNotifications = verb({
  name: "deleteNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NotificationsChanged> {
    const own = conditionOf(ctx, { ids });
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const notifications = await lockWhere(ctx, Notification, own);
      await insertAll(
        ctx,
        DeletedNotification,
        notifications.map((notification) => ({ ...notification, deletedAt: ctx.now })),
      );
      await ctx.db.delete(Notification, { id: In(idsOf(notifications)) });
      await countUnread(ctx, notifications, -1);
      return notifications.length;
    });
    return answer(ctx, count, null);
  },
});

/** Brings notifications back that the viewer has deleted some minutes ago, unread ones as unread; none of the others. */
export const restoreNotifications = verb({
  name: "restoreNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NotificationsChanged> {
    const since = MoreThan(new Date(ctx.now.getTime() - UNDO_MS));
    const own = { ...conditionOf(ctx, { ids }), deletedAt: since };
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const deleted = await lockWhere(ctx, DeletedNotification, own);
      await insertAll(ctx, Notification, deleted.map(notificationOf));
      await ctx.db.delete(DeletedNotification, { id: In(idsOf(deleted)) });
      await countUnread(ctx, deleted, 1);
      return deleted.length;
    });
    return answer(ctx, count, null);
  },
});

const idsOf = (notifications: readonly { readonly id: number }[]): number[] =>
  notifications.map(({ id }) => id);

/** Adds unread ones among notifications to what the viewer has not read, or subtracts them. */
async function countUnread(
  ctx: Context,
  notifications: readonly Pick<Notification, "type" | "readAt">[],
  by: 1 | -1,
): Promise<void> {
  const changes: CountChanges = new Map();
  for (const { type, readAt } of notifications) if (readAt === null) note(changes, ctx.viewer.id, type, by);
  await changeUnread(ctx, changes);
}

/** The notification that was deleted, with its id. */
function notificationOf({ deletedAt: _, ...notification }: DeletedNotification): Notification {
  return notification;
}

/** Forgets deleted notifications that nobody can bring back any more. */
export async function deleteOldDeletions(ctx: Context): Promise<void> {
  const until = new Date(ctx.now.getTime() - UNDO_MS);
  const expired = await ctx.db.find(DeletedNotification, {
    select: { id: true },
    where: { deletedAt: LessThanOrEqual(until) },
    order: { deletedAt: "ASC" },
    take: SLICE,
  });
  if (expired.length === 0) return;
  const gone = { id: In(idsOf(expired)), deletedAt: LessThanOrEqual(until) };
  await inTransaction(ctx, (ctx) => ctx.db.delete(DeletedNotification, gone));
}
