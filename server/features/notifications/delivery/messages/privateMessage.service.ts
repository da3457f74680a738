import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import { MemberStatus } from "../../../../core/viewer.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { areMessagesDisabled } from "../../../stop-words/filter/filter.service.ts";
import type { Refusal } from "./notification.service.ts";

/** A private message as letters tell of it. */
export interface SendableMessage {
  readonly id: number;
  readonly authorId: number;
  readonly nickname: string;
  /** Empty for a picture alone. */
  readonly body: string;
}

interface Found extends SendableMessage {
  readonly recipientId: number;
  readonly status: number;
  readonly readUpTo: number;
  readonly deletedUpTo: number;
  readonly blockedId: number | null;
}

/** The messages of these ids as they may be sent now: unread, not taken away, from somebody whom the recipient does not block. One statement. */
export async function sendableMessages(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SendableMessage | Refusal>> {
  const sendable = new Map<number, SendableMessage | Refusal>(ids.map((id) => [id, "WITHDRAWN"]));
  if (ids.length === 0) return sendable;
  const { private_messages: isOpen } = await getSettings(ctx);
  const isOff = isOpen !== "1" || (await areMessagesDisabled(ctx));
  const found = await rows<Found>(
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
  for (const message of found) {
    const { id, status, readUpTo, deletedUpTo, blockedId } = message;
    if (id <= Number(deletedUpTo)) continue;
    const mayNot = isOff || blockedId !== null || Number(status) !== MemberStatus.NORMAL;
    sendable.set(id, id <= Number(readUpTo) ? "READ" : mayNot ? "NOT_ALLOWED" : message);
  }
  return sendable;
}
