import { In, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insertAll, lockWhere } from "../../../core/write.ts";
import { DeletedNotification } from "./deletedNotification.entity.ts";
import { HiddenNotification } from "./hiddenNotification.entity.ts";
import { leadingRule } from "./hiding.service.ts";
import { Notification } from "./notification.entity.ts";
import { answer, conditionOf, UNDO_MS } from "./notification.service.ts";
import type { NotificationsChanged } from "./notification.view.ts";
import { changeUnread, lockUnread, addChange, type CountChanges } from "../../unread/unread.service.ts";

/** Maximum rows per run; few enough that nobody waits for it. */
const SLICE = 500;

/** Deletes notifications of the viewer, and stores them for some minutes of undo. Those of others are ignored, as if unknown. */
export const deleteNotifications = verb({
  name: "deleteNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NotificationsChanged> {
    const own = conditionOf(ctx, { ids });
    const changedIds = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const notifications = await lockWhere(ctx, Notification, own);
      await insertAll(
        ctx,
        DeletedNotification,
        notifications.map((notification) => ({ ...notification, deletedAt: ctx.now })),
      );
      await ctx.db.delete(Notification, { id: In(idsOf(notifications)) });
      await countUnread(ctx, notifications, -1);
      return idsOf(notifications);
    });
    return answer(ctx, { count: changedIds.length, changedIds }, null);
  },
});

/**
 * Restores notifications that the viewer deleted some minutes ago, unread ones as unread. Those of others are ignored; those
 * about a text that has disappeared meanwhile come back with it.
 */
export const restoreNotifications = verb({
  name: "restoreNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NotificationsChanged> {
    const since = MoreThan(new Date(ctx.now.getTime() - UNDO_MS));
    const own = { ...conditionOf(ctx, { ids }), deletedAt: since };
    const changedIds = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const deleted = await lockWhere(ctx, DeletedNotification, own);
      const isLeading = await leadingRule(ctx, deleted);
      const restored = deleted.filter(isLeading);
      const hidden = deleted.filter((notification) => !isLeading(notification));
      await insertAll(ctx, Notification, restored.map(notificationOf));
      await insertAll(ctx, HiddenNotification, hidden.map(notificationOf));
      await ctx.db.delete(DeletedNotification, { id: In(idsOf(deleted)) });
      await countUnread(ctx, restored, 1);
      return idsOf(restored);
    });
    return answer(ctx, { count: changedIds.length, changedIds }, null);
  },
});

const idsOf = (notifications: readonly { readonly id: number }[]): number[] =>
  notifications.map(({ id }) => id);

/** Adds the unread ones among notifications to the counters of the viewer, or subtracts them. */
async function countUnread(
  ctx: Context,
  notifications: readonly Pick<Notification, "type" | "readAt">[],
  by: 1 | -1,
): Promise<void> {
  const changes: CountChanges = new Map();
  for (const { type, readAt } of notifications)
    if (readAt === null) addChange(changes, ctx.viewer.id, type, by);
  await changeUnread(ctx, changes);
}

/** Gives back the notification of a stored deletion, with its id. */
function notificationOf({ deletedAt: _, ...notification }: DeletedNotification): Notification {
  return notification;
}

/** Deletes stored deletions that can no longer be undone. */
export async function deleteOldDeletions(ctx: Context): Promise<void> {
  const until = new Date(ctx.now.getTime() - UNDO_MS);
  const expired = await ctx.db.find(DeletedNotification, {
    select: { id: true },
    where: { deletedAt: LessThanOrEqual(until) },
    order: { deletedAt: "ASC" },
    take: SLICE,
  });
  if (expired.length === 0) return;
  const conditions = { id: In(idsOf(expired)), deletedAt: LessThanOrEqual(until) };
  await inTransaction(ctx, (ctx) => ctx.db.delete(DeletedNotification, conditions));
}
