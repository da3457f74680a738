import { MoreThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import {
  LegacyPage,
  legacyPage,
  LegacySaid,
  legacyTime,
  legacyAddress,
  legacyFilter,
} from "../../core/rest.ts";
import { checkInput } from "../../core/validation.ts";
import { FILES_PATH } from "../attachments/attachment.entity.ts";
import { userById } from "../users/user.loaders.ts";
import type {
  LegacyDialogId,
  LegacyDialogList,
  LegacyDialogPeer,
  LegacyDialogRef,
  LegacyFirstMessage,
  LegacyMessageList,
  LegacyMessageText,
  LegacyNextMessage,
} from "./legacy.input.ts";
import { Dialog, Message } from "./message.entity.ts";
import { SendMessageInput } from "./message.input.ts";
import { preloadDialogNeighbours } from "./message.list.service.ts";
import { messageById, peerReadUpTo, pictureById } from "./message.loaders.ts";
import { countDialogs, dialogsOf, messagesOf } from "./message.sql.ts";

import { deleteDialog, findDialog, markDialogRead, sendMessage } from "./message.service.ts";

/** Default and maximum rows of a page (legacy-facts 1.4). */
const PER_PAGE = 10;
const MESSAGES_PER_PAGE_MAX = 200;
/** Characters of a summary. */
const SUMMARY_MAX = 80;
const SENT = "已发送";
/** Stands for a message that staff took away. */
const REMOVED = "该消息已被管理员移除";

/** The viewer's side of a dialog. @throws {DomainError} NOT_FOUND, too if it is a dialog of others. */
async function sideOf(ctx: Context, dialogId: number): Promise<Dialog> {
  const dialog = await ctx.db.findOneBy(Dialog, { dialogId, userId: ctx.viewer.id });
  if (!dialog) throw new DomainError("NOT_FOUND", { field: "dialogId" });
  return dialog;
}

/** The viewer's dialogs by numbered pages, the last written to first. */
export async function listDialogsForLegacy(ctx: Context, input: LegacyDialogList): Promise<LegacyPage> {
  const request = legacyPage(input, PER_PAGE);
  const { page, perPage } = request;
  const total = await countDialogs(ctx);
  const dialogs = await dialogsOf(ctx, { limit: perPage, offset: (page - 1) * perPage });
  await preloadDialogNeighbours(ctx, dialogs);
  const messages = await Promise.all(
    dialogs.map(async (dialog) => await load(ctx, messageById, dialog.lastMessageId)),
  );
  await preload(
    ctx,
    pictureById,
    messages.flatMap((message) => message?.attachmentId ?? []),
  );
  await preload(ctx, userById, [ctx.viewer.id]);
  const views = await Promise.all(
    dialogs.map((dialog, index) => legacyDialog(ctx, dialog, messages[index]!)),
  );
  return new LegacyPage(views, request, views.length, total);
}

async function legacyDialog(ctx: Context, dialog: Dialog, last: Message): Promise<object> {
  const { dialogId, userId, peerId, unread, lastMessageId } = dialog;
  const peerHasRead = ((await load(ctx, peerReadUpTo, peerId)) ?? 0) >= lastMessageId;
  const time = legacyTime(last.createdAt);
  return {
    id: dialogId,
    dialogMessageId: lastMessageId,
    senderUserId: userId,
    recipientUserId: peerId,
    senderReadAt: unread === 0 ? time : null,
    recipientReadAt: peerHasRead ? time : null,
    updatedAt: time,
    createdAt: time,
    sender: await personOf(ctx, userId),
    recipient: await personOf(ctx, peerId),
    dialogMessage: { ...(await legacyMessage(ctx, last)), unreadCount: unread },
  };
}

async function personOf(ctx: Context, id: number): Promise<object> {
  const user = await load(ctx, userById, id);
  // Names to sign in with are one's own affair; the predecessor showed them, so its field stays and holds the other.
  return {
    id,
    avatar: legacyAddress(ctx, user?.avatarUrl),
    username: user?.nickname ?? "",
    nickname: user?.nickname ?? "",
  };
}

async function legacyMessage(ctx: Context, message: Message): Promise<object> {
  const { id, authorId: userId, dialogId, attachmentId } = message;
  const body = message.removedAt === null ? message.body : REMOVED;
  const picture = attachmentId === null ? null : await load(ctx, pictureById, attachmentId);
  const time = legacyTime(message.createdAt);
  return {
    id,
    userId,
    dialogId,
    attachmentId: attachmentId ?? 0,
    summary: [...body].slice(0, SUMMARY_MAX).join(""),
    messageText: body,
    messageTextHtml: htmlOf(body),
    isImageLoading: false,
    imageUrl: legacyAddress(ctx, picture && FILES_PATH + picture.path),
    updatedAt: time,
    createdAt: time,
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "<br>",
};

function htmlOf(body: string): string {
  return body.replace(/[&<>"'\n]/g, (character) => ESCAPES[character]!);
}

/** Lists messages of a dialog by numbered pages, the newest first; listing marks it as read. */
export async function listMessagesForLegacy(ctx: Context, input: LegacyMessageList): Promise<LegacyPage> {
  const { dialogId } = legacyFilter(input.filter);
  const dialog = await sideOf(ctx, parseId(String(dialogId ?? ""), "filter.dialogId"));
  const request = legacyPage(input, PER_PAGE, MESSAGES_PER_PAGE_MAX);
  const { page, perPage } = request;
  const after = dialog.deletedUpTo;
  const total = await ctx.db.countBy(Message, { dialogId: dialog.dialogId, id: MoreThan(after) });
  const messages = await messagesOf(ctx, dialog.dialogId, {
    after,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  await Promise.all([
    preload(
      ctx,
      pictureById,
      messages.flatMap(({ attachmentId }) => attachmentId ?? []),
    ),
    preload(ctx, userById, [dialog.userId, dialog.peerId]),
  ]);
  const views = await Promise.all(
    messages.map(async (message) => {
      const { id, avatar, nickname } = (await personOf(ctx, message.authorId)) as Record<string, unknown>;
      return { ...(await legacyMessage(ctx, message)), user: { id, avatar, nickname } };
    }),
  );
  // A request that another site may have caused shows nothing to anybody, so it marks nothing.
  if (dialog.unread > 0 && ctx.proof !== "cookie") await markDialogRead(ctx, { userId: dialog.peerId });
  return new LegacyPage(views, request, views.length, total);
}

/** Writes to a member (legacy-facts 3.4). */
export async function openDialogForLegacy(ctx: Context, input: LegacyFirstMessage): Promise<LegacySaid> {
  const { id, dialogId } = await send(ctx, input.recipientUserId, input);
  return new LegacySaid({ dialogId, dialogMessageId: id }, SENT);
}

/** Writes in a dialog. */
export async function answerDialogForLegacy(ctx: Context, input: LegacyNextMessage): Promise<LegacySaid> {
  const { peerId } = await sideOf(ctx, input.dialogId);
  return new LegacySaid({ dialogMessageId: (await send(ctx, peerId, input)).id }, SENT);
}

async function send(ctx: Context, userId: number, input: LegacyMessageText): Promise<Message> {
  const { messageText = "", isImage = false, attachmentId } = input;
  if (isImage && !attachmentId) throw invalid("attachmentId", "请上传图片", "Upload the picture first.");
  const fields = {
    userId: String(userId),
    body: messageText,
    attachmentId: attachmentId ? String(attachmentId) : null,
  };
  return sendMessage(ctx, checkInput(Object.assign(new SendMessageInput(), fields)));
}

/** Marks a dialog as read. */
export async function readDialogForLegacy(ctx: Context, { dialogId }: LegacyDialogRef): Promise<[]> {
  const { peerId } = await sideOf(ctx, dialogId);
  await markDialogRead(ctx, { userId: peerId });
  return [];
}

/** Hides a dialog for the viewer. */
export async function deleteDialogForLegacy(ctx: Context, { id }: LegacyDialogId): Promise<[]> {
  const { peerId } = await sideOf(ctx, id);
  await deleteDialog(ctx, peerId);
  return [];
}

/** The dialog with a member; an empty text if there is none. */
export async function findDialogForLegacy(ctx: Context, { userId }: LegacyDialogPeer): Promise<object> {
  return { dialogId: (await findDialog(ctx, userId))?.dialogId ?? "" };
}
