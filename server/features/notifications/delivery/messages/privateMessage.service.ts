import type { Context } from "../../../../core/context.ts";
import { UserStatus } from "../../../../core/viewer.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { areMessagesDisabled } from "../../../stop-words/filter/filter.service.ts";
import { idIn, subjectText } from "./subjects.ts";
import type { Dispatch } from "../queue/dispatch.entity.ts";
import type { Refusal } from "./notification.service.ts";
import { selectSendable } from "./privateMessage.sql.ts";
import { selectRoomMessages } from "./roomMessage.sql.ts";

/** A private message that is sent outside the site. */
export interface SendableMessage {
  readonly id: number;
  readonly authorId: number;
  readonly nickname: string;
  /** Empty for a picture alone. */
  readonly body: string;
  /** The group chat to which it was sent; null for a private message. */
  readonly room: { readonly id: number; readonly name: string } | null;
}

/** Messages of dispatches by subject, or the reason that one is not sent. */
export type SendableMessages = ReadonlyMap<string, SendableMessage | Refusal>;

/**
 * Reads private messages and those of group chats as they may be sent now: unread, not removed, from an author whom the
 * recipient does not block, and of no room that they muted or left. At most one statement for each of both.
 */
export async function sendableMessages(
  ctx: Context,
  dispatches: readonly Pick<Dispatch, "subject" | "userId">[],
): Promise<SendableMessages> {
  const sendable = new Map<string, SendableMessage | Refusal>();
  const ids = dispatches.flatMap(({ subject }) => idIn(subject, "message") ?? []);
  const ofRooms = dispatches.filter(({ subject }) => idIn(subject, "roomMessage") !== null);
  if (ids.length + ofRooms.length === 0) return sendable;
  const { private_messages: isOpen } = await getSettings(ctx);
  const isOff = isOpen !== "1" || (await areMessagesDisabled(ctx));
  const mayNot = ({ status, blockedId }: { status: number; blockedId: number | null }): boolean =>
    isOff || blockedId !== null || Number(status) !== UserStatus.NORMAL;
  if (ids.length > 0)
    for (const message of await selectSendable(ctx, ids)) {
      const { id, readUpTo, deletedUpTo } = message;
      if (id <= Number(deletedUpTo)) continue;
      const content = { ...message, room: null };
      const subject = subjectText({ type: "message", id });
      sendable.set(subject, id <= Number(readUpTo) ? "READ" : mayNot(message) ? "NOT_ALLOWED" : content);
    }
  if (ofRooms.length > 0) {
    const recipientIds = [...new Set(ofRooms.map(({ userId }) => userId))];
    const messageIds = [...new Set(ofRooms.map(({ subject }) => idIn(subject, "roomMessage")!))];
    for (const message of await selectRoomMessages(ctx, messageIds, recipientIds)) {
      const { id, recipientId, readUpTo, visibleAfter, isMuted, roomId, roomName } = message;
      if (id <= Number(visibleAfter)) continue;
      const content = { ...message, room: { id: Number(roomId), name: roomName } };
      const subject = subjectText({ type: "roomMessage", id, userId: recipientId });
      const refusal = id <= Number(readUpTo) ? "READ" : Number(isMuted) !== 0 ? "MUTED" : null;
      sendable.set(subject, refusal ?? (mayNot(message) ? "NOT_ALLOWED" : content));
    }
  }
  return sendable;
}
