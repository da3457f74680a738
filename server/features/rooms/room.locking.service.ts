import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { allow } from "../../core/viewer.ts";
import { lockById } from "../../core/write.ts";
import type { NewMessage, NewRoomEvent } from "../messages/message.sql.ts";
import { changeUnread, lockUnread, type CountChanges } from "../unread/unread.service.ts";
import { Room, RoomMember, SeatState } from "./room.entity.ts";
import { roomChanged, roomMessageSent } from "./room.events.ts";
import { canUseRoom } from "./room.policy.ts";
import { storeRoomMessage } from "./room.sql.ts";

/** A locked room with the seats of its members, by member. */
export interface LockedRoom {
  readonly room: Room;
  readonly seats: Map<number, RoomMember>;
}

const NOTHING: NewMessage = { body: "", attachmentId: null, clientKey: null };

/**
 * Locks a room, then the unread counters of its members, before a message gets its number, so that the numbers of the
 * messages of each member grow as they appear. Nothing else is locked before the room.
 * @param others members who have no seat yet
 * @throws {DomainError} NOT_FOUND.
 */
export async function lockRoom(
  ctx: Context,
  roomId: number,
  others: readonly number[] = [],
): Promise<LockedRoom> {
  const room = await lockById(ctx, Room, roomId);
  if (!room) throw new DomainError("NOT_FOUND");
  const found = await ctx.db.findBy(RoomMember, { roomId });
  const seats = new Map(found.map((seat) => [seat.userId, seat]));
  await lockUnread(ctx, [...presentIds(seats), ...others]);
  return { room, seats };
}

/** Like `lockRoom` for a room that the viewer has joined. @throws {DomainError} NOT_FOUND for those of others. */
export async function lockOwnRoom(
  ctx: Context,
  roomId: number,
  others: readonly number[] = [],
): Promise<LockedRoom> {
  // Others do not even make it wait.
  allow(canUseRoom(ctx.viewer, await ctx.db.findOneBy(RoomMember, { roomId, userId: ctx.viewer.id })));
  const locked = await lockRoom(ctx, roomId, others);
  allow(canUseRoom(ctx.viewer, locked.seats.get(ctx.viewer.id)));
  return locked;
}

/** Ids of the members who have joined or are invited. */
export function presentIds(seats: LockedRoom["seats"]): number[] {
  return idsWhere(seats, ({ state }) => state !== SeatState.DECLINED);
}

/** Ids of the members who have joined. */
export function joinedIds(seats: LockedRoom["seats"]): number[] {
  return idsWhere(seats, ({ state }) => state === SeatState.JOINED);
}

function idsWhere(seats: LockedRoom["seats"], isMeant: (seat: RoomMember) => boolean): number[] {
  return [...seats.values()].filter(isMeant).map(({ userId }) => userId);
}

/**
 * Adds a message to a locked room: one statement each for the message, the room, its seats and the unread counters.
 * @emits roomMessageSent
 * @returns its id
 */
export async function addMessage(
  ctx: Context,
  { room, seats }: LockedRoom,
  authorId: number,
  content: NewMessage,
): Promise<number> {
  const messageId = await storeRoomMessage(ctx, room.id, authorId, content);
  const userIds = joinedIds(seats);
  const recipientIds = userIds.filter((userId) => userId !== authorId && !seats.get(userId)!.isMuted);
  const changes: CountChanges = new Map(recipientIds.map((userId) => [userId, { room: 1 }]));
  await changeUnread(ctx, changes);
  room.lastMessageId = messageId;
  ctx.emit(roomMessageSent({ messageId, roomId: room.id, userIds, recipientIds }));
  return messageId;
}

/** Records an event in a locked room; it counts as unread for nobody. @emits roomMessageSent @returns its id */
export async function addEvent(
  ctx: Context,
  { room, seats }: LockedRoom,
  actorId: number,
  what: NewRoomEvent,
  clientKey: string | null = null,
): Promise<number> {
  const messageId = await storeRoomMessage(ctx, room.id, actorId, { ...NOTHING, clientKey }, what);
  room.lastMessageId = messageId;
  ctx.emit(roomMessageSent({ messageId, roomId: room.id, userIds: joinedIds(seats), recipientIds: [] }));
  return messageId;
}

/** Announces a change of a room to its members, and to others whom it concerns. @emits roomChanged */
export function announceChange(
  ctx: Context,
  { room, seats }: LockedRoom,
  others: readonly number[] = [],
): void {
  ctx.emit(roomChanged({ roomId: room.id, userIds: [...new Set([...presentIds(seats), ...others])] }));
}
