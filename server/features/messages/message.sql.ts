import type { Context, SqlValue } from "../../core/context.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { marks, row, rows, run, select, selectOne } from "../../core/sql.ts";
import { Attachment, UploadKind } from "../attachments/attachment.entity.ts";
import { SeatState, type RoomEventKind } from "../rooms/room.entity.ts";
import { Dialog, Message, withoutRemoved } from "./message.entity.ts";

/**
 * Sends messages and reads pages of dialogs, which the bench measures: few statements, rows without hydration.
 */

/** A message as it is sent. */
export interface NewMessage {
  readonly body: string;
  readonly attachmentId: number | null;
  readonly clientKey: string | null;
}

/** Reads a member's side of a dialog; null if there is none. */
export function findSide(ctx: Context, userId: number, peerId: number): Promise<Dialog | null> {
  const from = "dialog_sides s WHERE s.userId = ? AND s.peerId = ?";
  return selectOne(ctx, Dialog, "s", from, [userId, peerId]);
}

/** Stores a message as the newest of its dialog, unread for the other side. @returns its id */
export async function storeMessage(
  ctx: Context,
  dialogId: number,
  [authorId, peerId]: readonly [number, number],
  { body, attachmentId, clientKey }: NewMessage,
): Promise<number> {
  const { insertId: id } = await run(
    ctx,
    "INSERT INTO messages (dialogId, authorId, body, attachmentId, clientKey, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
    [dialogId, authorId, body, attachmentId, clientKey, ctx.now],
  );
  await run(ctx, "UPDATE dialog_sides SET lastMessageId = ? WHERE userId = ? AND peerId = ?", [
    id,
    authorId,
    peerId,
  ]);
  await run(
    ctx,
    "UPDATE dialog_sides SET lastMessageId = ?, unread = unread + 1 WHERE userId = ? AND peerId = ?",
    [id, peerId, authorId],
  );
  return id;
}

/** An event to record between the messages of a room. */
export interface NewRoomEvent {
  readonly event: RoomEventKind;
  readonly eventUserId?: number;
  readonly eventName?: string;
}

/** Stores a message of a room, or an event in it. @returns its id */
export async function insertRoomMessage(
  ctx: Context,
  roomId: number,
  authorId: number,
  { body, attachmentId, clientKey }: NewMessage,
  what: NewRoomEvent | null,
): Promise<number> {
  const { event = null, eventUserId = null, eventName = null } = what ?? {};
  const { insertId } = await run(
    ctx,
    `INSERT INTO messages (roomId, authorId, body, attachmentId, clientKey, event, eventUserId, eventName, createdAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [roomId, authorId, body, attachmentId, clientKey, event, eventUserId, eventName, ctx.now],
  );
  return insertId;
}

/** Deletes messages of a room that is dissolved. */
export async function deleteMessages(ctx: Context, ids: readonly number[]): Promise<void> {
  await run(ctx, `DELETE FROM messages WHERE id IN (${marks(ids)})`, ids);
}

/** Reads messages as participants see them: of removed ones only that they existed. */
export async function selectMessages(
  ctx: Context,
  from: string,
  values: readonly SqlValue[],
): Promise<Message[]> {
  return (await select(ctx, Message, "m", from, values)).map(withoutRemoved);
}

/** Reads messages by id. */
export function messagesById(ctx: Context, ids: readonly number[]): Promise<Message[]> {
  return selectMessages(ctx, `messages m WHERE m.id IN (${marks(ids)})`, ids);
}

/** Reads the message that a member sent under a key of their own; null if there is none. */
export async function findByClientKey(
  ctx: Context,
  authorId: number,
  clientKey: string,
): Promise<Message | null> {
  const from = "messages m WHERE m.authorId = ? AND m.clientKey = ?";
  return (await selectMessages(ctx, from, [authorId, clientKey]))[0] ?? null;
}

/** Counts the messages of a member in a dialog after one. */
export async function countFrom(
  ctx: Context,
  dialogId: number,
  authorId: number,
  afterId: number,
): Promise<number> {
  const counted = await row<{ n: number }>(
    ctx,
    "SELECT COUNT(*) AS n FROM messages m WHERE m.dialogId = ? AND m.id > ? AND m.authorId = ?",
    [dialogId, afterId, authorId],
  );
  return Number(counted!.n);
}

/** True if the viewer has a picture of this id that no thread or reply shows and that nobody removed. */
export async function ownsFreePicture(ctx: Context, id: number): Promise<boolean> {
  const picture = await row(
    ctx,
    `SELECT a.id FROM attachments a
     WHERE a.id = ? AND a.userId = ? AND a.kind = ? AND a.threadId IS NULL AND a.postId IS NULL
       AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.attachmentId = a.id AND m.removedAt IS NOT NULL)`,
    [id, ctx.viewer.id, UploadKind.IMAGE],
  );
  return picture !== null;
}

/** Reads pictures by id. */
export function selectPictures(ctx: Context, ids: readonly number[]): Promise<Attachment[]> {
  return select(ctx, Attachment, "a", `attachments a WHERE a.id IN (${marks(ids)})`, ids);
}

/** Reads the newest message of the viewer that each of these peers has read. */
export function selectPeerReads(
  ctx: Context,
  peerIds: readonly number[],
): Promise<{ userId: number; readUpTo: number }[]> {
  return rows<{ userId: number; readUpTo: number }>(
    ctx,
    `SELECT s.userId, s.readUpTo FROM dialog_sides s WHERE s.peerId = ? AND s.userId IN (${marks(peerIds)})`,
    [ctx.viewer.id, ...peerIds],
  );
}

/** Reads the blocks between the viewer and these peers, in both directions. */
export function selectBlocksBetween(
  ctx: Context,
  peerIds: readonly number[],
): Promise<{ userId: number; blockedUserId: number }[]> {
  const viewerId = ctx.viewer.id;
  return rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId = ? AND b.blockedUserId IN (${marks(peerIds)})
     UNION ALL
     SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.blockedUserId = ? AND b.userId IN (${marks(peerIds)})`,
    [viewerId, ...peerIds, viewerId, ...peerIds],
  );
}

/** A part of a list: keys that it begins after, or rows that it skips. */
interface Part {
  /** Only older ones. */
  readonly before?: number;
  readonly limit: number;
  readonly offset?: number;
}

const SHOWN = "dialog_sides s WHERE s.userId = ? AND s.lastMessageId > s.deletedUpTo";

/** Reads the viewer's dialogs, the last written to first, without deleted ones. */
export function dialogsOf(ctx: Context, { before, limit, offset = 0 }: Part): Promise<Dialog[]> {
  const older = before === undefined ? "" : "AND s.lastMessageId < ?";
  return select(ctx, Dialog, "s", `${SHOWN} ${older} ORDER BY s.lastMessageId DESC LIMIT ? OFFSET ?`, [
    ctx.viewer.id,
    ...(before === undefined ? [] : [before]),
    limit,
    offset,
  ]);
}

/** Counts the viewer's dialogs, without deleted ones. */
export async function countDialogs(ctx: Context): Promise<number> {
  const counted = await row<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM ${SHOWN}`, [ctx.viewer.id]);
  return Number(counted!.n);
}

/** Reads the messages of a dialog after one, newest first. */
export function messagesOf(
  ctx: Context,
  dialogId: number,
  { after, before, limit, offset = 0 }: Part & { readonly after: number },
): Promise<Message[]> {
  const older = before === undefined ? "" : "AND m.id < ?";
  return selectMessages(
    ctx,
    `messages m WHERE m.dialogId = ? AND m.id > ? ${older} ORDER BY m.id DESC LIMIT ? OFFSET ?`,
    [dialogId, after, ...(before === undefined ? [] : [before]), limit, offset],
  );
}

/** A message as streams name it, without its text: of the dialog with a member, or of a room. */
export interface MessageSign {
  readonly id: number;
  readonly peerId: number | null;
  readonly roomId: number | null;
  readonly authorId: number;
}

/** Reads the messages of a member's dialogs and rooms after one, oldest first, at most 100. */
export function selectSince(ctx: Context, userId: number, id: number): Promise<MessageSign[]> {
  return rows<MessageSign>(
    ctx,
    `SELECT * FROM (
       SELECT m.id, s.peerId, NULL AS roomId, m.authorId FROM dialog_sides s JOIN messages m ON m.dialogId = s.dialogId
       WHERE s.userId = ? AND s.lastMessageId > ? AND m.id > ? AND m.id > s.deletedUpTo
       ORDER BY m.id LIMIT ${PAGE_MAX}) AS ofDialogs
     UNION ALL
     SELECT * FROM (
       SELECT m.id, NULL AS peerId, s.roomId, m.authorId FROM room_members s JOIN messages m ON m.roomId = s.roomId
       WHERE s.userId = ? AND s.state = '${SeatState.JOINED}' AND s.lastMessageId > ? AND m.id > ?
         AND m.id > s.visibleAfter
       ORDER BY m.id LIMIT ${PAGE_MAX}) AS ofRooms
     ORDER BY id LIMIT ${PAGE_MAX}`,
    [userId, id, id, userId, id, id],
  );
}

/** Reads the newest message of a member's dialogs and rooms; 0 if there is none. */
export async function selectNewest(ctx: Context, userId: number): Promise<number> {
  const newest = await row<{ id: number | null }>(
    ctx,
    `SELECT MAX(ids.id) AS id FROM (
       SELECT MAX(s.lastMessageId) AS id FROM dialog_sides s WHERE s.userId = ?
       UNION ALL SELECT MAX(s.lastMessageId) AS id FROM room_members s WHERE s.userId = ?) AS ids`,
    [userId, userId],
  );
  return Number(newest?.id ?? 0);
}
