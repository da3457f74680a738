import { defineEvent } from "../../../core/events.ts";
import type { NotificationReason } from "./notification.entity.ts";
import type { NotificationData } from "./notification.view.ts";
import type { NotificationKind } from "../templates/kind.view.ts";

/**
 * A notification that must not be lost, raised by a feature above this one: money, groups, membership. Emitted inside the
 * transaction that causes it.
 */
export const notificationRaised = defineEvent<{
  readonly userId: number;
  readonly kind: NotificationKind;
  /** Actor, if they may be named. */
  readonly actorId: number | null;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly data: NotificationData;
  /** An amount of money in cents; shown as "12.34". */
  readonly amountCents?: number;
}>("notificationRaised");

/** Notifications were stored, or merged into a burst. */
export const notificationsWritten = defineEvent<{
  readonly notifications: readonly {
    readonly id: number;
    readonly userId: number;
    readonly kind: NotificationKind;
    readonly why: NotificationReason;
  }[];
}>("notificationsWritten");
