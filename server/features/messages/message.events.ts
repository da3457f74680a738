import { defineEvent } from "../../core/events.ts";

/** A private message was sent. */
export const messageSent = defineEvent<{
  readonly messageId: number;
  readonly fromUserId: number;
  readonly toUserId: number;
}>("messageSent");

/** A member has read what another wrote to them, up to a message. */
export const dialogRead = defineEvent<{
  readonly userId: number;
  readonly peerId: number;
  readonly upTo: number;
}>("dialogRead");

/** Staff took a message away for both, or brought it back. */
export const messageChanged = defineEvent<{
  readonly messageId: number;
  /** The two between whom it was sent. */
  readonly betweenUserIds: readonly [number, number];
}>("messageChanged");

/** A member deleted a dialog on their side. */
export const dialogDeleted = defineEvent<{ readonly userId: number; readonly peerId: number }>(
  "dialogDeleted",
);
