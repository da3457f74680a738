import type { Context, SqlValue } from "../../core/context.ts";
import { marks, row, rows, run, timeOf } from "../../core/sql.ts";
import type { Message } from "../messages/message.entity.ts";
import {
  deleteMessages,
  insertRoomMessage,
  selectMessages,
  type NewMessage,
  type NewRoomEvent,
} from "../messages/message.sql.ts";
import { SeatState, RoomSeat, RoomState, RoomView } from "./room.entity.ts";

/**
 * Sends messages to rooms and reads pages of rooms: few statements, whose number does not grow with the members, and rows
 * without hydration.
 */

/** Stores a message or an event as the newest of its room, and counts messages as unread for the others. @returns its id */
export async function storeRoomMessage(
  ctx: Context,
  roomId: number,
  authorId: number,
  content: NewMessage,
  what: NewRoomEvent | null = null,
): Promise<number> {
  const id = await insertRoomMessage(ctx, roomId, authorId, content, what);
  await run(ctx, "UPDATE rooms SET lastMessageId = ? WHERE id = ?", [id, roomId]);
  await run(
    ctx,
    `UPDATE room_members SET lastMessageId = ?, unread = unread + CASE WHEN userId = ? THEN 0 ELSE ? END
     WHERE roomId = ? AND state = '${SeatState.JOINED}'`,
    [id, authorId, what === null ? 1 : 0, roomId],
  );
  return id;
}

/** Columns of rooms and seats as the engines give them. */
type RawView = Omit<RoomView, "createdAt" | "invitedAt" | "isMuted"> &
  Readonly<{ createdAt: string | Date; invitedAt: string | Date; isMuted: number | boolean }>;

const VIEW = `SELECT r.id, r.name, r.ownerId, r.memberCount, r.createdAt, s.userId AS viewerId, s.state, s.invitedById,
    s.invitedAt, s.isMuted, s.unread, s.lastMessageId, s.visibleAfter
  FROM room_members s JOIN rooms r ON r.id = s.roomId`;
const IS_SHOWN = `s.state <> '${SeatState.DECLINED}'`;

async function selectViews(ctx: Context, where: string, values: readonly SqlValue[]): Promise<RoomView[]> {
  const found = await rows<RawView>(ctx, `${VIEW} WHERE ${where}`, values);
  return found.map((raw) =>
    Object.assign(new RoomView(), raw, {
      createdAt: timeOf(raw.createdAt),
      invitedAt: timeOf(raw.invitedAt),
      isMuted: Number(raw.isMuted) !== 0,
    }),
  );
}

/** Reads a room as a member sees it; null unless they have joined or are invited. */
export async function findRoomOf(ctx: Context, userId: number, roomId: number): Promise<RoomView | null> {
  const where = `s.roomId = ? AND s.userId = ? AND ${IS_SHOWN}`;
  return (await selectViews(ctx, where, [roomId, userId]))[0] ?? null;
}

/** Reads the rooms of the viewer, newest message or invitation first. */
export function roomsOf(
  ctx: Context,
  { before, limit }: { readonly before?: number; readonly limit: number },
): Promise<RoomView[]> {
  const older = before === undefined ? "" : "AND s.lastMessageId < ?";
  return selectViews(ctx, `s.userId = ? AND ${IS_SHOWN} ${older} ORDER BY s.lastMessageId DESC LIMIT ?`, [
    ctx.viewer.id,
    ...(before === undefined ? [] : [before]),
    limit,
  ]);
}

interface RawSeat {
  readonly roomId: number;
  readonly userId: number;
  readonly state: RoomState;
  readonly readUpTo: number;
  readonly joinedAt: string | Date | null;
  readonly ownerId: number;
}

/** Reads the members of rooms: joined ones by the time of joining, then invited ones. */
export async function selectSeats(ctx: Context, roomIds: readonly number[]): Promise<RoomSeat[]> {
  const found = await rows<RawSeat>(
    ctx,
    `SELECT s.roomId, s.userId, s.state, s.readUpTo, s.joinedAt, r.ownerId
     FROM room_members s JOIN rooms r ON r.id = s.roomId
     WHERE s.roomId IN (${marks(roomIds)}) AND ${IS_SHOWN}
     ORDER BY s.roomId, CASE WHEN s.joinedAt IS NULL THEN 1 ELSE 0 END, s.joinedAt, s.invitedAt, s.userId`,
    roomIds,
  );
  return found.map(({ roomId, userId, state, readUpTo, joinedAt, ownerId }) =>
    Object.assign(new RoomSeat(), {
      roomId,
      userId,
      state,
      readUpTo: state === RoomState.JOINED ? readUpTo : 0,
      joinedAt: joinedAt === null ? null : timeOf(joinedAt),
      isOwner: userId === ownerId,
    }),
  );
}

/** Reads the messages of a room after one, newest first. */
export function messagesOfRoom(
  ctx: Context,
  roomId: number,
  { after, before, limit }: { readonly after: number; readonly before?: number; readonly limit: number },
): Promise<Message[]> {
  const older = before === undefined ? "" : "AND m.id < ?";
  return selectMessages(
    ctx,
    `messages m WHERE m.roomId = ? AND m.id > ? ${older} ORDER BY m.id DESC LIMIT ?`,
    [roomId, after, ...(before === undefined ? [] : [before]), limit],
  );
}

/** Counts the messages of others in a room after one. */
export async function countRoomUnread(
  ctx: Context,
  {
    roomId,
    userId,
    readUpTo,
  }: { readonly roomId: number; readonly userId: number; readonly readUpTo: number },
): Promise<number> {
  const counted = await row<{ n: number }>(
    ctx,
    "SELECT COUNT(*) AS n FROM messages m WHERE m.roomId = ? AND m.id > ? AND m.authorId <> ? AND m.event IS NULL",
    [roomId, readUpTo, userId],
  );
  return Number(counted!.n);
}

/** Condition of messages that no report names: these can be deleted. */
const IS_FREE = "NOT EXISTS (SELECT 1 FROM reports p WHERE p.messageId = m.id)";

/** Deletes messages of a room but those that reports name. @returns how many */
export async function deleteRoomMessages(ctx: Context, roomId: number, most: number): Promise<number> {
  // Ids first: MySQL takes no LIMIT in a subquery of DELETE.
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT m.id FROM messages m WHERE m.roomId = ? AND ${IS_FREE} ORDER BY m.id LIMIT ?`,
    [roomId, most],
  );
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await deleteMessages(ctx, ids);
  return ids.length;
}

/** Deletes a room of which no message is left. */
export async function deleteBareRoom(ctx: Context, roomId: number): Promise<void> {
  const sql =
    "DELETE FROM rooms WHERE id = ? AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.roomId = rooms.id)";
  await run(ctx, sql, [roomId]);
}

/** Reads ids of rooms without members of which something can be deleted. */
export async function emptyRooms(ctx: Context, most: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT r.id FROM rooms r WHERE r.memberCount = 0
       AND EXISTS (SELECT 1 FROM messages m WHERE m.roomId = r.id AND ${IS_FREE})
     ORDER BY r.id LIMIT ?`,
    [most],
  );
  return found.map(({ id }) => id);
}
