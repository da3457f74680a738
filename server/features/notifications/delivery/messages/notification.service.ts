import type { Context } from "../../../../core/context.ts";
import { preload } from "../../../../core/loaders.ts";
import { marks, select } from "../../../../core/sql.ts";
import { Notification } from "../../inbox/notification.entity.ts";
import { preloadNotificationNeighbours } from "../../inbox/notification.service.ts";
import type { NotificationDraft } from "../../inbox/notification.view.ts";
import { receivable } from "../../inbox/recipients/eligibility.service.ts";
import { dataOf } from "../../inbox/wording.ts";
import { userById } from "../../../users/user.loaders.ts";

/** Why something is not sent, as the delivery log says it. */
export type Refusal = "READ" | "WITHDRAWN" | "NOT_ALLOWED";

/**
 * The notifications of these ids as they may be sent now: unread, not taken back, of things that their recipients may see,
 * without people whom they block. A fixed number of statements, whatever their number.
 */
export async function sendableNotifications(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Notification | Refusal>> {
  const found = new Map<number, Notification | Refusal>(ids.map((id) => [id, "WITHDRAWN"]));
  if (ids.length === 0) return found;
  const notifications = await select(
    ctx,
    Notification,
    "n",
    `notifications n WHERE n.id IN (${marks(ids)})`,
    ids,
  );
  const asked = new Map<NotificationDraft, Notification>();
  for (const notification of notifications) {
    if (isRead(notification)) found.set(notification.id, "READ");
    else {
      found.set(notification.id, "NOT_ALLOWED");
      for (const draft of draftsOf(notification)) asked.set(draft, notification);
    }
  }
  const actors = new Map<Notification, number[]>();
  for (const draft of await receivable(ctx, [...asked.keys()])) {
    const notification = asked.get(draft)!;
    const known = actors.get(notification) ?? [];
    if (draft.byUserId !== null) known.push(draft.byUserId);
    actors.set(notification, known);
  }
  for (const [notification, actorIds] of actors) found.set(notification.id, naming(notification, actorIds));
  await preloadNotificationNeighbours(ctx, [...actors.keys()], new Set());
  await preload(
    ctx,
    userById,
    notifications.map(({ userId }) => userId),
  );
  return found;
}

/** What its recipient wanted in no list of unread things counts as read from the start, not as read meanwhile. */
function isRead({ readAt, createdAt }: Notification): boolean {
  return readAt !== null && readAt >= createdAt;
}

/** One question for each person whom a notification names, since its recipient may block some of them. */
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
