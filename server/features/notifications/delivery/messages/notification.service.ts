import type { Context } from "../../../../core/context.ts";
import { preload } from "../../../../core/loaders.ts";
import { Notification } from "../../inbox/notification.entity.ts";
import { selectNotifications } from "../../inbox/notification.sql.ts";
import { preloadNotificationNeighbours } from "../../inbox/notification.service.ts";
import type { NotificationDraft } from "../../inbox/notification.view.ts";
import { eligibleDrafts } from "../../inbox/recipients/eligibility.service.ts";
import { dataOf } from "../../inbox/wording.ts";
import { userById } from "../../../users/user.loaders.ts";

/** The reason that something is not sent, as the delivery log says it. */
export type Refusal = "READ" | "WITHDRAWN" | "NOT_ALLOWED" | "MUTED";

/**
 * Reads notifications as they may be sent now: unread, not withdrawn, about content that their recipients may see, without
 * actors whom they block. A fixed number of statements. @returns by id, the notification or the reason that it is not sent
 */
export async function sendableNotifications(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Notification | Refusal>> {
  const sendable = new Map<number, Notification | Refusal>(ids.map((id) => [id, "WITHDRAWN"]));
  if (ids.length === 0) return sendable;
  const notifications = await selectNotifications(ctx, ids);
  const notificationOf = new Map<NotificationDraft, Notification>();
  for (const notification of notifications) {
    if (isRead(notification)) sendable.set(notification.id, "READ");
    else {
      sendable.set(notification.id, "NOT_ALLOWED");
      for (const draft of draftsOf(notification)) notificationOf.set(draft, notification);
    }
  }
  const actors = new Map<Notification, number[]>();
  for (const draft of await eligibleDrafts(ctx, [...notificationOf.keys()])) {
    const notification = notificationOf.get(draft)!;
    const actorIds = actors.get(notification) ?? [];
    if (draft.byUserId !== null) actorIds.push(draft.byUserId);
    actors.set(notification, actorIds);
  }
  for (const [notification, actorIds] of actors)
    sendable.set(notification.id, naming(notification, actorIds));
  await preloadNotificationNeighbours(ctx, [...actors.keys()], new Set());
  await preload(
    ctx,
    userById,
    notifications.map(({ userId }) => userId),
  );
  return sendable;
}

/** True if it was read after it arrived; what its recipient does not want to count as unread was read before. */
function isRead({ readAt, createdAt }: Notification): boolean {
  return readAt !== null && readAt >= createdAt;
}

/** Makes one draft per actor of a notification, since its recipient may block some of them. */
function draftsOf(notification: Notification): NotificationDraft[] {
  const { userId, kind, why, threadId, postId } = notification;
  const common = { userId, kind, why, threadId, postId };
  const actorIds = dataOf(notification).actorIds ?? [];
  if (actorIds.length === 0) return [{ ...common, byUserId: null }];
  return actorIds.map((byUserId) => ({ ...common, byUserId }));
}

function naming(notification: Notification, actorIds: readonly number[]): Notification {
  const data = dataOf(notification);
  if ((data.actorIds ?? []).length === actorIds.length) return notification;
  return Object.assign(new Notification(), notification, { data: JSON.stringify({ ...data, actorIds }) });
}
