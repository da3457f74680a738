import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { cleanText, lengthOf, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, refuseIfSilenced } from "../../core/viewer.ts";
import { insert, insertAll } from "../../core/write.ts";
import { isStaffMember } from "../auth/sessions/staff.service.ts";
import { changeUnread, lockUnread } from "../unread/unread.service.ts";
import { isOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../settings/setting.service.ts";
import { areMessagesDisabled, censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import { takesMessagesOfViewer } from "../users/members/privacy.service.ts";
import { getUser } from "../users/user.service.ts";
import { Dialog, DialogPair, Message, MESSAGE_MAX } from "./message.entity.ts";
import { dialogDeleted, dialogRead, messageSent } from "./message.events.ts";
import type { SendMessageInput } from "./message.input.ts";
import { blocksBetween } from "./message.loaders.ts";
import { canWriteTo, type WritingFacts } from "./message.policy.ts";
import {
  countFrom,
  findByClientKey,
  findSide,
  ownsFreePicture,
  storeMessage,
  type NewMessage,
} from "./message.sql.ts";

/** True unless private messages are off: by the setting, the one for each kind of device, or the predecessor's stop word {1}. */
export async function areMessagesOpen(ctx: Context): Promise<boolean> {
  const { private_messages: isOpen } = await getSettings(ctx);
  return (
    isOpen === "1" && !(await isOffHere(ctx, "site_personalletter")) && !(await areMessagesDisabled(ctx))
  );
}

/** Reads the facts that decide whether the viewer may write to a member. */
export async function writingFacts(ctx: Context, peerId: number): Promise<WritingFacts> {
  const between = await load(ctx, blocksBetween, peerId);
  return {
    peerId,
    isOpen: await areMessagesOpen(ctx),
    blocksPeer: between?.blocksPeer ?? false,
    isBlocked: between?.isBlocked ?? false,
    isWelcome: await takesMessagesOfViewer(ctx, peerId),
    isStaff: ctx.viewer.silencedUntil !== null && (await isStaffMember(ctx, peerId)),
  };
}

/** @throws {DomainError} INVALID_PARAMETER for an empty or too long text. */
function checkBody(source: string, hasPicture: boolean): string {
  const body = cleanText(source).trim();
  if (showsNothing(body) && !hasPicture)
    throw invalid("body", "内容不能为空", "The message must not be empty.");
  if (lengthOf(body) > MESSAGE_MAX)
    throw invalid(
      "body",
      `私信不能超过 ${MESSAGE_MAX} 个字符`,
      `A message has at most ${MESSAGE_MAX} characters.`,
    );
  return body;
}

/** @throws {DomainError} NOT_FOUND unless it is a picture of the viewer's that no thread or reply shows and nobody took away. */
async function checkPicture(ctx: Context, id: number): Promise<void> {
  if (!(await ownsFreePicture(ctx, id))) throw new DomainError("NOT_FOUND", { field: "attachmentId" });
}

/** Content of a message as clients send it. */
export interface MessageDraft {
  readonly body: string;
  readonly attachmentId?: string | null;
  readonly clientKey?: string | null;
}

/**
 * Checks the content of a message to a member or a room. Private messages are not reviewed: stop words that hold back
 * elsewhere change nothing here.
 * @throws {DomainError} INVALID_PARAMETER for the text; STOP_WORD; NOT_FOUND for the picture.
 */
export async function checkMessage(ctx: Context, draft: MessageDraft): Promise<NewMessage> {
  const attachmentId = parseOptionalId(draft.attachmentId, "attachmentId") ?? null;
  const { text: body } = await censor(
    ctx,
    CensoredField.DIALOG,
    checkBody(draft.body, attachmentId !== null),
  );
  if (attachmentId !== null) await checkPicture(ctx, attachmentId);
  return { body, attachmentId, clientKey: draft.clientKey || null };
}

/** Makes the message that was just stored. */
export function sentMessage(
  ctx: Context,
  id: number,
  place: { readonly dialogId: number } | { readonly roomId: number },
  content: NewMessage,
): Message {
  const plain = { dialogId: null, roomId: null, event: null, eventUserId: null, eventName: null };
  const fields = { ...plain, ...place, ...content, id, authorId: ctx.viewer.id, createdAt: ctx.now };
  return Object.assign(new Message(), fields, { removedAt: null, removedById: null });
}

/** The viewer's side of a dialog; null if there is none. */
export function findDialog(ctx: Context, peerId: number): Promise<Dialog | null> {
  return findSide(ctx, ctx.viewer.id, peerId);
}

async function openDialog(ctx: Context, peerId: number): Promise<number> {
  const existing = await findDialog(ctx, peerId);
  if (existing) return existing.dialogId;
  const me = ctx.viewer.id;
  const [lowUserId, highUserId] = [Math.min(me, peerId), Math.max(me, peerId)];
  const dialogId = await insert(ctx, DialogPair, { lowUserId, highUserId, createdAt: ctx.now });
  const empty = { dialogId, lastMessageId: 0, unread: 0, readUpTo: 0, deletedUpTo: 0 };
  await insertAll(ctx, Dialog, [
    { ...empty, userId: me, peerId },
    { ...empty, userId: peerId, peerId: me },
  ]);
  return dialogId;
}

/**
 * Sends a private message; silenced members write to staff only.
 * @emits messageSent
 * @throws {DomainError} NOT_FOUND for an unknown member or picture; CANNOT_MESSAGE_SELF; MESSAGES_OFF; FORBIDDEN without
 *   `dialog.create`; BLOCKED_BY_YOU, BLOCKED_YOU, MESSAGES_REFUSED, SILENCED; INVALID_PARAMETER for the text; STOP_WORD; RATE_LIMITED.
 */
export const sendMessage = verb({
  name: "sendMessage",
  who: "member",
  rate: "message",
  async run(ctx: Context, input: SendMessageInput): Promise<Message> {
    const peerId = parseId(input.userId, "userId");
    await getUser(ctx, peerId);
    const facts = await writingFacts(ctx, peerId);
    if (!facts.isStaff) refuseIfSilenced(ctx.viewer);
    allow(canWriteTo(ctx.viewer, facts));
    const content = await checkMessage(ctx, input);
    const me = ctx.viewer.id;

    return inTransaction(ctx, async (ctx) => {
      // Locked before the message gets its number, so that the numbers of one member's messages grow as they appear.
      await lockUnread(ctx, [me, peerId]);
      const existing = content.clientKey && (await findByClientKey(ctx, me, content.clientKey));
      if (existing) return existing;
      const dialogId = await openDialog(ctx, peerId);
      const id = await storeMessage(ctx, dialogId, [me, peerId], content);
      await changeUnread(ctx, new Map([[peerId, { dialog: 1 }]]));
      ctx.emit(messageSent({ messageId: id, fromUserId: me, toUserId: peerId }));
      return sentMessage(ctx, id, { dialogId }, content);
    });
  },
});

/** The viewer's side of a dialog that exists for them. @throws {DomainError} NOT_FOUND. */
async function lockDialog(ctx: Context, peerId: number): Promise<Dialog> {
  await lockUnread(ctx, [ctx.viewer.id]);
  const dialog = await findDialog(ctx, peerId);
  if (!dialog) throw new DomainError("NOT_FOUND");
  return dialog;
}

/** Input of `markDialogRead`. */
export interface DialogReading {
  readonly userId: number;
  /** The newest message that was seen; absent for all. */
  readonly upTo?: number;
}

/** Marks what another member wrote to the viewer as read. @emits dialogRead @throws {DomainError} NOT_FOUND. */
export const markDialogRead = verb({
  name: "markDialogRead",
  who: "member",
  rate: "edit",
  idempotent: true,
  run: (ctx: Context, { userId: peerId, upTo }: DialogReading): Promise<Dialog> =>
    inTransaction(ctx, async (ctx) => {
      const dialog = await lockDialog(ctx, peerId);
      const readUpTo = Math.max(dialog.readUpTo, Math.min(upTo ?? Infinity, dialog.lastMessageId));
      if (readUpTo === dialog.readUpTo) return dialog;
      const unread = await countFrom(ctx, dialog.dialogId, peerId, readUpTo);
      await ctx.db.update(Dialog, { userId: ctx.viewer.id, peerId }, { readUpTo, unread });
      await changeUnread(ctx, new Map([[ctx.viewer.id, { dialog: unread - dialog.unread }]]));
      ctx.emit(dialogRead({ userId: ctx.viewer.id, peerId, upTo: readUpTo }));
      return Object.assign(dialog, { readUpTo, unread });
    }),
});

/** Hides a dialog for the viewer alone; later messages begin it again. @emits dialogDeleted @throws {DomainError} NOT_FOUND. */
export const deleteDialog = verb({
  name: "deleteDialog",
  who: "member",
  rate: "edit",
  idempotent: true,
  run: (ctx: Context, peerId: number): Promise<boolean> =>
    inTransaction(ctx, async (ctx) => {
      const { lastMessageId, unread } = await lockDialog(ctx, peerId);
      const away = { deletedUpTo: lastMessageId, readUpTo: lastMessageId, unread: 0 };
      await ctx.db.update(Dialog, { userId: ctx.viewer.id, peerId }, away);
      await changeUnread(ctx, new Map([[ctx.viewer.id, { dialog: -unread }]]));
      ctx.emit(dialogDeleted({ userId: ctx.viewer.id, peerId }));
      return true;
    }),
});
