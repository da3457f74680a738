import { defineEvent } from "../../core/events.ts";

/** A message was sent to a room, or an event was recorded in it. */
export const roomMessageSent = defineEvent<{
  readonly messageId: number;
  readonly roomId: number;
  /** All joined members, the author included. */
  readonly userIds: readonly number[];
  /** Joined members who are notified outside the site: all but the author and who muted the room; none for an event. */
  readonly recipientIds: readonly number[];
}>("roomMessageSent");

/** A member has read a room up to a message. */
export const roomRead = defineEvent<{
  readonly roomId: number;
  readonly userId: number;
  readonly upTo: number;
  /** All joined members. */
  readonly userIds: readonly number[];
}>("roomRead");

/** A room changed for members: its name, owner or members, or their own seat. */
export const roomChanged = defineEvent<{ readonly roomId: number; readonly userIds: readonly number[] }>(
  "roomChanged",
);

/** Staff removed a message of a room, or restored it. */
export const roomMessageChanged = defineEvent<{
  readonly messageId: number;
  readonly roomId: number;
  /** All joined members. */
  readonly userIds: readonly number[];
}>("roomMessageChanged");
