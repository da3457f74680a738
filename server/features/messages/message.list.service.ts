import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser } from "../users/user.service.ts";
import { Dialog, type Message } from "./message.entity.ts";
import { messageById, peerReadUpTo, pictureById } from "./message.loaders.ts";
import { dialogsOf, messagesOf, selectNewest, selectSince, type MessageSign } from "./message.sql.ts";

import { findDialog } from "./message.service.ts";

/** Lists the viewer's dialogs, the last written to first; deleted ones are left out. */
export async function listDialogs(ctx: Context, { first, after }: PageRequest): Promise<Connection<Dialog>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const key = after ? (decodeCursor("dialogs", after, ["number"]) as readonly [number]) : null;
  const dialogs = await dialogsOf(ctx, { before: key?.[0], limit: first + 1 });
  return pageOf(
    dialogs,
    first,
    ({ lastMessageId }) => encodeCursor("dialogs", [lastMessageId]),
    key !== null,
  );
}

/** Reads what a list of dialogs shows, one statement per kind. */
export async function preloadDialogNeighbours(ctx: Context, dialogs: readonly Dialog[]): Promise<void> {
  const ids = dialogs.map(({ peerId }) => peerId);
  await Promise.all([
    preload(ctx, userById, ids),
    preload(ctx, peerReadUpTo, ids),
    preload(
      ctx,
      messageById,
      dialogs.map(({ lastMessageId }) => lastMessageId),
    ),
  ]);
}

/**
 * Reads the dialog of the viewer with a member; an empty one if neither has written yet.
 * @throws {DomainError} LOGIN_REQUIRED; NOT_FOUND if there is no such member.
 */
export async function getDialog(ctx: Context, peerId: number): Promise<Dialog> {
  allow(mustBeMember(ctx.viewer));
  await getUser(ctx, peerId);
  const existing = await findDialog(ctx, peerId);
  if (existing) return existing;
  const nothing = { dialogId: 0, lastMessageId: 0, unread: 0, readUpTo: 0, deletedUpTo: 0 };
  return Object.assign(new Dialog(), { userId: ctx.viewer.id, peerId, ...nothing });
}

/** Page of messages of a dialog. */
export interface MessageRequest extends PageRequest {
  /** Only those after this message: what came since. */
  readonly since?: number;
}

/** Lists the messages of a dialog, newest first, without those that the viewer deleted. */
export async function listMessages(
  ctx: Context,
  dialog: Dialog,
  { first, after, since = 0 }: MessageRequest,
): Promise<Connection<Message>> {
  checkFirst(first);
  if (dialog.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND");
  const key = after ? (decodeCursor("messages", after, ["number"]) as readonly [number]) : null;
  const messages =
    dialog.dialogId === 0
      ? []
      : await messagesOf(ctx, dialog.dialogId, {
          after: Math.max(dialog.deletedUpTo, since),
          before: key?.[0],
          limit: first + 1,
        });
  const page = pageOf(messages, first, ({ id }) => encodeCursor("messages", [id]), key !== null);
  await Promise.all([
    preload(
      ctx,
      pictureById,
      page.nodes.flatMap(({ attachmentId }) => attachmentId ?? []),
    ),
    preload(ctx, userById, [dialog.userId, dialog.peerId]),
    preload(ctx, peerReadUpTo, [dialog.peerId]),
  ]);
  return page;
}

/** A message as streams name it. */
export type { MessageSign };

/** Lists what a stream that was cut has missed: the messages of a member's dialogs and rooms after one, oldest first, at most 100. */
export function messagesSince(ctx: Context, userId: number, id: number): Promise<MessageSign[]> {
  return selectSince(ctx, userId, id);
}

/** The newest message of the dialogs and rooms of a member; 0 if there is none. */
export function newestMessageId(ctx: Context, userId: number): Promise<number> {
  return selectNewest(ctx, userId);
}
