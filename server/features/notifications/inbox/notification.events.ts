import { defineEvent } from "../../../core/events.ts";
import type { NotificationReason } from "./notification.entity.ts";
import type { NotificationData } from "./notification.view.ts";
import type { NotificationKind } from "../templates/kind.view.ts";

/**
 * Something that a member must hear of for certain, raised by a feature above this one: money, groups, membership.
 * Emitted inside the transaction that it tells of.
 */
export const notificationRaised = defineEvent<{
  readonly userId: number;
  readonly kind: NotificationKind;
  /** Who did it, if they may be named. */
  readonly actorId: number | null;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly data: NotificationData;
  /** An amount of money in cents; the notification tells it as "12.34". */
  readonly amountCents?: number;
}>("notificationRaised");

/** Notifications were written, or grew into a burst; whoever carries them out of the site hears of it. */
export const notificationsWritten = defineEvent<{
  readonly notifications: readonly {
    readonly id: number;
    readonly userId: number;
    readonly kind: NotificationKind;
    readonly why: NotificationReason;
  }[];
}>("notificationsWritten");
