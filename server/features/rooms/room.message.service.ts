import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import type { Message } from "../messages/message.entity.ts";
import { areMessagesOpen, checkMessage, sentMessage } from "../messages/message.service.ts";
import { findByClientKey } from "../messages/message.sql.ts";
import { changeUnread, lockUnread } from "../unread/unread.service.ts";
import { RoomMember, SeatState, RoomState, type RoomView } from "./room.entity.ts";
import { roomChanged, roomRead } from "./room.events.ts";
import type { SendRoomMessageInput } from "./room.input.ts";
import { getRoom } from "./room.list.service.ts";
import { addMessage, lockOwnRoom } from "./room.locking.service.ts";
import { canUseRoom, canWriteInRoom } from "./room.policy.ts";
import { countRoomUnread } from "./room.sql.ts";

/**
 * Sends a message to a room.
 * @emits roomMessageSent
 * @throws {DomainError} NOT_FOUND for rooms that the viewer has not joined, and for the picture; MESSAGES_OFF; FORBIDDEN
 *   without `dialog.create`; INVALID_PARAMETER for the text; STOP_WORD; RATE_LIMITED.
 */
export const sendRoomMessage = verb({
  name: "sendRoomMessage",
  who: "member",
  rate: "message",
  publishes: true,
  async run(ctx: Context, input: SendRoomMessageInput): Promise<Message> {
    const roomId = parseId(input.roomId, "roomId");
    const { state } = await getRoom(ctx, roomId);
    allow(canWriteInRoom(ctx.viewer, state === RoomState.JOINED, await areMessagesOpen(ctx)));
    const content = await checkMessage(ctx, input);

    return inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId);
      const existing = content.clientKey && (await findByClientKey(ctx, ctx.viewer.id, content.clientKey));
      if (existing) return existing;
      const id = await addMessage(ctx, locked, ctx.viewer.id, content);
      return sentMessage(ctx, id, { roomId }, content);
    });
  },
});

/** Input of `markRoomRead`. */
export interface RoomReading {
  readonly roomId: number;
  /** The newest message that was seen. */
  readonly upTo: number;
}

/** Marks the messages of a room as read up to one. @emits roomRead @throws {DomainError} NOT_FOUND. */
export const markRoomRead = verb({
  name: "markRoomRead",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { roomId, upTo }: RoomReading): Promise<RoomView> {
    await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const own = { roomId, userId: ctx.viewer.id };
      const seat = await ctx.db.findOneBy(RoomMember, own);
      allow(canUseRoom(ctx.viewer, seat));
      if (!seat) throw new DomainError("NOT_FOUND");
      const readUpTo = Math.max(seat.readUpTo, Math.min(upTo, seat.lastMessageId));
      if (readUpTo === seat.readUpTo) return;
      const unread = await countRoomUnread(ctx, { ...own, readUpTo });
      await ctx.db.update(RoomMember, own, { readUpTo, unread });
      if (!seat.isMuted) await changeUnread(ctx, new Map([[own.userId, { room: unread - seat.unread }]]));
      const joined = await ctx.db.find(RoomMember, {
        select: { roomId: true, userId: true },
        where: { roomId, state: SeatState.JOINED },
      });
      ctx.emit(roomRead({ ...own, upTo: readUpTo, userIds: joined.map(({ userId }) => userId) }));
    });
    return getRoom(ctx, roomId);
  },
});

/** Mutes a room for the viewer, or ends that: muted rooms count in no total. @emits roomChanged @throws {DomainError} NOT_FOUND. */
export const muteRoom = verb({
  name: "muteRoom",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { roomId, isMuted }: { readonly roomId: number; readonly isMuted: boolean }) {
    await inTransaction(ctx, async (ctx) => {
      const own = { roomId, userId: ctx.viewer.id };
      await lockUnread(ctx, [own.userId]);
      const seat = await ctx.db.findOneBy(RoomMember, own);
      allow(canUseRoom(ctx.viewer, seat));
      if (!seat || seat.isMuted === isMuted) return;
      await ctx.db.update(RoomMember, own, { isMuted });
      const room = isMuted ? -seat.unread : seat.unread;
      await changeUnread(ctx, new Map([[own.userId, { room }]]));
      ctx.emit(roomChanged({ roomId, userIds: [own.userId] }));
    });
    return getRoom(ctx, roomId);
  },
});
