import { In, IsNull, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { getSettings } from "../settings/setting.service.ts";
import { Attachment, UploadKind } from "./attachment.entity.ts";

/** Where attachments go, or where they already are. */
export interface Holder {
  readonly threadId?: number;
  readonly postId?: number;
}

/** Attachments that may be attached, in the order in which they were named. */
export interface CheckedAttachments {
  readonly ids: readonly number[];
  readonly hasImages: boolean;
  readonly hasFiles: boolean;
}

/**
 * Checks the attachments that a thread or reply names: the viewer's own uploads that nothing else holds, or those that
 * the holder has already.
 * @throws {DomainError} INVALID_PARAMETER for too many and twice the same; NOT_FOUND for those of others alike unknown.
 */
export async function checkAttachments(
  ctx: Context,
  names: readonly string[],
  holder: Holder,
): Promise<CheckedAttachments> {
  if (names.length === 0) return { ids: [], hasImages: false, hasFiles: false };
  const ids = names.map((name) => parseId(name, "attachmentIds"));
  const most = Number((await getSettings(ctx)).support_max_upload_attachment_num);
  if (ids.length > most) {
    throw invalid("attachmentIds", `最多 ${most} 个附件`, `At most ${most} attachments are allowed.`);
  }
  if (new Set(ids).size < ids.length) {
    throw invalid("attachmentIds", "附件重复", "An attachment is named twice.");
  }
  const found = await ctx.db.findBy(Attachment, { id: In(ids) });
  const fitting = found.filter((attachment) => mayHold(ctx, attachment, holder));
  if (fitting.length < ids.length) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  return {
    ids,
    hasImages: fitting.some(({ kind }) => kind === UploadKind.IMAGE),
    hasFiles: fitting.some(({ kind }) => kind === UploadKind.FILE),
  };
}

/** Held by nothing yet. */
const FREE = { threadId: IsNull(), postId: IsNull() };
/** Addresses of files in a body; more than anybody may attach are not looked up. */
const FILE_ADDRESS = /\/files\/([\w./-]{1,100})/g;
const ADDRESSES_MAX = 50;

/**
 * The attachments that an input names, completed by pictures of the viewer's own that its body shows: a draft that comes
 * back on another device has the text, but not the list.
 */
export async function withPicturesIn(
  ctx: Context,
  body: string,
  names: readonly string[],
): Promise<string[]> {
  const paths = [...new Set([...body.matchAll(FILE_ADDRESS)].map((match) => match[1]!))].slice(
    0,
    ADDRESSES_MAX,
  );
  if (paths.length === 0) return [...names];
  const shown = await ctx.db.find(Attachment, {
    select: { id: true },
    where: { path: In(paths), userId: ctx.viewer.id, kind: UploadKind.IMAGE, ...FREE },
    order: { id: "ASC" },
  });
  return [...names, ...shown.map(({ id }) => String(id)).filter((id) => !names.includes(id))];
}

function mayHold(ctx: Context, { userId, kind, threadId, postId }: Attachment, holder: Holder): boolean {
  if (kind !== UploadKind.IMAGE && kind !== UploadKind.FILE) return false;
  if (threadId === null && postId === null) return userId === ctx.viewer.id;
  return (holder.threadId ?? null) === threadId && (holder.postId ?? null) === postId;
}

/** Gives a thread or reply exactly these attachments, in this order; what it no longer names is let go. */
export async function attachToContent(
  ctx: Context,
  holder: Holder,
  { ids }: CheckedAttachments,
): Promise<void> {
  const isThread = holder.threadId !== undefined;
  const held = isThread ? { threadId: holder.threadId } : { postId: holder.postId! };
  const free = isThread ? { threadId: null } : { postId: null };
  await ctx.db.update(Attachment, { ...held, id: Not(In(ids)) }, { ...free, sort: 0 });
  for (const [sort, id] of ids.entries()) {
    const { affected } = await ctx.db.update(
      Attachment,
      [
        { id, ...held },
        { id, ...FREE },
      ],
      { ...held, sort },
    );
    // Somebody else took it between the check and now.
    if (affected === 0) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  }
}
