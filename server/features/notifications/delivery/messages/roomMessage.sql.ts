import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import { SeatState } from "../../../rooms/room.entity.ts";

/** Reads messages of group chats that are to be sent; raw since one statement joins five tables for a whole batch. */

/** A message of a group chat with what decides about sending it to one member, as the engine gives the row. */
export interface RoomMessageRow {
  readonly id: number;
  readonly recipientId: number;
  readonly roomId: number;
  readonly roomName: string;
  readonly authorId: number;
  readonly body: string;
  readonly nickname: string;
  /** Status of the author. */
  readonly status: number;
  /** Newest message that the recipient has read. */
  readonly readUpTo: number;
  /** Messages up to this one are from before the recipient joined. */
  readonly visibleAfter: number;
  readonly isMuted: number | boolean;
  /** The author, if the recipient blocks them. */
  readonly blockedId: number | null;
}

/** Reads those of some messages that were not removed, once per recipient who is a member of the room. */
export function selectRoomMessages(
  ctx: Context,
  ids: readonly number[],
  recipientIds: readonly number[],
): Promise<RoomMessageRow[]> {
  return rows<RoomMessageRow>(
    ctx,
    `SELECT m.id, s.userId AS recipientId, m.roomId, r.name AS roomName, m.authorId, m.body, u.nickname, u.status,
       s.readUpTo, s.visibleAfter, s.isMuted, b.blockedUserId AS blockedId
     FROM messages m
     JOIN users u ON u.id = m.authorId
     JOIN rooms r ON r.id = m.roomId
     JOIN room_members s ON s.roomId = m.roomId AND s.state = '${SeatState.JOINED}' AND s.userId IN (${marks(recipientIds)})
     LEFT JOIN blocks b ON b.userId = s.userId AND b.blockedUserId = m.authorId
     WHERE m.id IN (${marks(ids)}) AND m.removedAt IS NULL`,
    [...recipientIds, ...ids],
  );
}
