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

/** A member put a dialog away for themselves. */
export const dialogDeleted = defineEvent<{ readonly userId: number; readonly peerId: number }>(
  "dialogDeleted",
);
