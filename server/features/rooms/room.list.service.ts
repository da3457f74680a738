import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { load, preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import type { Message } from "../messages/message.entity.ts";
import type { MessageRequest } from "../messages/message.list.service.ts";
import { foldBlocked, messageById, pictureById } from "../messages/message.loaders.ts";
import { userById } from "../users/user.loaders.ts";
import { seatsOfRoom } from "./room.loaders.ts";
import { findRoomOf, messagesOfRoom, roomsOf } from "./room.sql.ts";
import { RoomState, type RoomSeat, type RoomView } from "./room.entity.ts";

/** Lists the rooms that the viewer has joined or is invited to, newest message or invitation first. */
export async function listRooms(ctx: Context, { first, after }: PageRequest): Promise<Connection<RoomView>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const key = after ? (decodeCursor("rooms", after, ["number"]) as readonly [number]) : null;
  const rooms = await roomsOf(ctx, { before: key?.[0], limit: first + 1 });
  return pageOf(rooms, first, ({ lastMessageId }) => encodeCursor("rooms", [lastMessageId]), key !== null);
}

/** Reads what a list of rooms shows, one statement per kind. */
export async function preloadRoomNeighbours(ctx: Context, rooms: readonly RoomView[]): Promise<void> {
  const open = rooms.filter((room) => isOpenTo(ctx, room));
  const [seats, messages] = await Promise.all([
    Promise.all(open.map(async ({ id }) => await load(ctx, seatsOfRoom, id))),
    Promise.all(open.map(async ({ lastMessageId }) => await load(ctx, messageById, lastMessageId))),
  ]);
  const newest = messages.filter((message) => message !== null);
  await foldBlocked(ctx, newest);
  const named = [
    ...rooms.flatMap(({ ownerId, invitedById }) => [ownerId, invitedById]),
    ...seats.flatMap((ofRoom) => (ofRoom ?? []).map(({ userId }) => userId)),
    ...newest.flatMap(({ authorId, eventUserId }) => [authorId, eventUserId]),
  ];
  await preload(
    ctx,
    userById,
    named.filter((id) => id !== null),
  );
}

/** Reads a room of the viewer. @throws {DomainError} LOGIN_REQUIRED; NOT_FOUND for rooms of others, staff included. */
export async function getRoom(ctx: Context, id: number): Promise<RoomView> {
  allow(mustBeMember(ctx.viewer));
  const room = await findRoomOf(ctx, ctx.viewer.id, id);
  if (!room) throw new DomainError("NOT_FOUND");
  return room;
}

/** Lists the members of a room, joined ones first; none for who is only invited. */
export async function listSeats(ctx: Context, room: RoomView): Promise<readonly RoomSeat[]> {
  return isOpenTo(ctx, room) ? ((await load(ctx, seatsOfRoom, room.id)) ?? []) : [];
}

/** Reads the newest message; null for who is only invited. */
export async function lastMessageOf(ctx: Context, room: RoomView): Promise<Message | null> {
  const message = isOpenTo(ctx, room) ? await load(ctx, messageById, room.lastMessageId) : null;
  if (message) await foldBlocked(ctx, [message]);
  return message;
}

/** Lists the messages of a room since the viewer joined, newest first; none for who is only invited. */
export async function listRoomMessages(
  ctx: Context,
  room: RoomView,
  { first, after, since = 0 }: MessageRequest,
): Promise<Connection<Message>> {
  checkFirst(first);
  const key = after ? (decodeCursor("roomMessages", after, ["number"]) as readonly [number]) : null;
  const part = { after: Math.max(room.visibleAfter, since), before: key?.[0], limit: first + 1 };
  const messages = isOpenTo(ctx, room) ? await messagesOfRoom(ctx, room.id, part) : [];
  await foldBlocked(ctx, messages);
  const page = pageOf(messages, first, ({ id }) => encodeCursor("roomMessages", [id]), key !== null);
  await Promise.all([
    preload(
      ctx,
      pictureById,
      page.nodes.flatMap(({ attachmentId }) => attachmentId ?? []),
    ),
    preload(
      ctx,
      userById,
      page.nodes.flatMap(({ authorId, eventUserId }) => [authorId, ...(eventUserId ? [eventUserId] : [])]),
    ),
  ]);
  return page;
}

function isOpenTo(ctx: Context, { viewerId, state }: RoomView): boolean {
  return viewerId === ctx.viewer.id && state === RoomState.JOINED;
}
