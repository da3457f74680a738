import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { RoomMember, SeatState } from "../rooms/room.entity.ts";
import { roomMessageChanged } from "../rooms/room.events.ts";
import { Message } from "./message.entity.ts";
import { messageChanged } from "./message.events.ts";

/** Removes or restores a reported message, within the command that decides about the report. */

/**
 * Takes a message away for both or for its room, or brings it back: its place stays, and so does whether it has been read.
 * @emits messageChanged, or roomMessageChanged
 * @throws {DomainError} NOT_FOUND.
 */
export async function setMessageRemoved(ctx: Context, id: number, isRemoved: boolean): Promise<void> {
  const relations = { pair: true };
  const message = await ctx.db.findOne(Message, {
    select: { id: true, roomId: true, pair: { id: true, lowUserId: true, highUserId: true } },
    relations,
    where: { id },
  });
  if (!message) throw new DomainError("NOT_FOUND");
  const removal = isRemoved
    ? { removedAt: ctx.now, removedById: ctx.viewer.id }
    : { removedAt: null, removedById: null };
  await ctx.db.update(Message, { id }, removal);
  if (message.roomId !== null) return announceInRoom(ctx, id, message.roomId);
  const { lowUserId, highUserId } = message.pair!;
  ctx.emit(messageChanged({ messageId: id, betweenUserIds: [lowUserId, highUserId] }));
}

async function announceInRoom(ctx: Context, messageId: number, roomId: number): Promise<void> {
  const seats = await ctx.db.findBy(RoomMember, { roomId, state: SeatState.JOINED });
  ctx.emit(roomMessageChanged({ messageId, roomId, userIds: seats.map(({ userId }) => userId) }));
}
