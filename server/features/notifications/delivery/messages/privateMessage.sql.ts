import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";

/** Reads private messages that are to be sent; raw since one statement joins five tables for a whole batch. */

/** A private message with what decides about sending it, as the engine gives the row. */
export interface SendableRow {
  readonly id: number;
  readonly authorId: number;
  readonly body: string;
  readonly nickname: string;
  /** Status of the author. */
  readonly status: number;
  readonly recipientId: number;
  /** Newest message that the recipient has read. */
  readonly readUpTo: number;
  /** Newest message that the recipient has deleted. */
  readonly deletedUpTo: number;
  /** The author, if the recipient blocks them. */
  readonly blockedId: number | null;
}

/** Reads those of some private messages that were not removed. */
export function selectSendable(ctx: Context, ids: readonly number[]): Promise<SendableRow[]> {
  return rows<SendableRow>(
    ctx,
    `SELECT m.id, m.authorId, m.body, u.nickname, u.status, s.userId AS recipientId, s.readUpTo, s.deletedUpTo,
       b.blockedUserId AS blockedId
     FROM messages m
     JOIN users u ON u.id = m.authorId
     JOIN dialog_sides s ON s.dialogId = m.dialogId AND s.peerId = m.authorId
     LEFT JOIN blocks b ON b.userId = s.userId AND b.blockedUserId = m.authorId
     WHERE m.id IN (${marks(ids)}) AND m.removedAt IS NULL`,
    ids,
  );
}
