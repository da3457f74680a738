import { In, IsNull, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { getSettings } from "../settings/setting.service.ts";
import { Attachment, FILES_PATH, UploadKind } from "./attachment.entity.ts";
import { mediaKindOf } from "./media.ts";

/** The thread or reply that attachments belong to. */
export interface Owner {
  readonly threadId?: number;
  readonly postId?: number;
}

/** Attachments that may be attached, in the given order. */
export interface CheckedAttachments {
  readonly ids: readonly number[];
  readonly hasImages: boolean;
  /** Files of all kinds, video and audio among them. */
  readonly hasFiles: boolean;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Files that nothing plays. */
  readonly hasDocuments: boolean;
}

const NOTHING: CheckedAttachments = {
  ids: [],
  hasImages: false,
  hasFiles: false,
  hasVideo: false,
  hasAudio: false,
  hasDocuments: false,
};

/**
 * Checks the attachments of a thread or reply: the viewer's own unused uploads, or those that the owner has already.
 * @throws {DomainError} INVALID_PARAMETER for too many and for duplicates; NOT_FOUND for unknown ones and those of others.
 */
export async function checkAttachments(
  ctx: Context,
  names: readonly string[],
  owner: Owner,
): Promise<CheckedAttachments> {
  if (names.length === 0) return NOTHING;
  const ids = names.map((name) => parseId(name, "attachmentIds"));
  const max = Number((await getSettings(ctx)).support_max_upload_attachment_num);
  if (ids.length > max) {
    throw invalid("attachmentIds", `最多 ${max} 个附件`, `At most ${max} attachments are allowed.`);
  }
  if (new Set(ids).size < ids.length) {
    throw invalid("attachmentIds", "附件重复", "An attachment is named twice.");
  }
  const uploads = await ctx.db.findBy(Attachment, { id: In(ids) });
  const fitting = uploads.filter((upload) => mayAttach(ctx, upload, owner));
  if (fitting.length < ids.length) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  const files = fitting
    .filter(({ kind }) => kind === UploadKind.FILE)
    .map(({ mimeType }) => mediaKindOf(mimeType));
  return {
    ids,
    hasImages: fitting.some(({ kind }) => kind === UploadKind.IMAGE),
    hasFiles: files.length > 0,
    hasVideo: files.includes("video"),
    hasAudio: files.includes("audio"),
    hasDocuments: files.includes(null),
  };
}

/** Finds attachments by their names, in their order: those that `checkAttachments` would let the owner have. */
export async function attachmentsNamed(
  ctx: Context,
  names: readonly string[],
  owner: Owner,
): Promise<Attachment[]> {
  const ids = names.slice(0, ADDRESSES_MAX).map((name) => parseId(name, "attachmentIds"));
  const uploads = ids.length === 0 ? [] : await ctx.db.findBy(Attachment, { id: In(ids) });
  return uploads
    .filter((upload) => mayAttach(ctx, upload, owner))
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Matches uploads that a text lists: no pictures of its goods. */
const LISTED = Not(UploadKind.GOODS);
/** Matches uploads that nothing uses. */
const FREE = { threadId: IsNull(), postId: IsNull() };
const FILE_ADDRESS = /\/files\/([\w./-]{1,100})/g;
/** Most addresses in one body that are looked up: more than anybody may attach. */
const ADDRESSES_MAX = 50;

/**
 * Completes the attachments of an input by the pictures that its body shows, the viewer's own and those that the owner
 * has: a draft that is opened on another device has the text, but not the list, and old clients list no picture of a text.
 */
export async function withPicturesIn(
  ctx: Context,
  body: string,
  names: readonly string[],
  owner: Owner = {},
): Promise<string[]> {
  const paths = [...new Set([...body.matchAll(FILE_ADDRESS)].map((match) => match[1]!))].slice(
    0,
    ADDRESSES_MAX,
  );
  if (paths.length === 0) return [...names];
  const pictures = await ctx.db.find(Attachment, {
    select: { id: true },
    where: [
      { path: In(paths), kind: UploadKind.IMAGE, userId: ctx.viewer.id, ...FREE },
      ...((owner.threadId ?? owner.postId) ? [{ path: In(paths), kind: UploadKind.IMAGE, ...owner }] : []),
    ],
    order: { id: "ASC" },
  });
  return [...names, ...pictures.map(({ id }) => String(id)).filter((id) => !names.includes(id))];
}

function mayAttach(ctx: Context, { userId, kind, threadId, postId }: Attachment, owner: Owner): boolean {
  if (kind !== UploadKind.IMAGE && kind !== UploadKind.FILE) return false;
  if (threadId === null && postId === null) return userId === ctx.viewer.id;
  return (owner.threadId ?? null) === threadId && (owner.postId ?? null) === postId;
}

/** Gives a thread or reply exactly these attachments, in this order; others that it had are detached. */
export async function attachToContent(
  ctx: Context,
  owner: Owner,
  { ids }: CheckedAttachments,
): Promise<void> {
  const isThread = owner.threadId !== undefined;
  const attached = isThread ? { threadId: owner.threadId } : { postId: owner.postId! };
  const detached = { ...(isThread ? { threadId: null } : { postId: null }), isPaid: false };
  await ctx.db.update(Attachment, { ...attached, kind: LISTED, id: Not(In(ids)) }, { ...detached, sort: 0 });
  for (const [sort, id] of ids.entries()) {
    const { affected } = await ctx.db.update(
      Attachment,
      [
        { id, ...attached },
        { id, ...FREE },
      ],
      { ...attached, sort, isPaid: false },
    );
    // Another request attached it after the check.
    if (affected === 0) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  }
}

/** Attachments of a thread that have to be bought. */
export interface PaidAttachments {
  /** The free part of a thread with a price: what it does not show is sold. Null if all of the text is free. */
  readonly freeBody: string | null;
  /** True if files other than pictures are sold by themselves. */
  readonly filesAreSold: boolean;
}

/** Marks the attachments of a thread that have to be bought, in the caller's transaction. */
export async function setPaidAttachments(
  ctx: Context,
  threadId: number,
  { freeBody, filesAreSold }: PaidAttachments,
): Promise<void> {
  await ctx.db.update(Attachment, { threadId, isPaid: true }, { isPaid: false });
  if (filesAreSold) await ctx.db.update(Attachment, { threadId, kind: UploadKind.FILE }, { isPaid: true });
  if (freeBody === null) return;
  const all = await ctx.db.find(Attachment, {
    select: { id: true, path: true },
    where: { threadId, kind: LISTED },
  });
  const paid = all.filter(({ path }) => !freeBody.includes(FILES_PATH + path)).map(({ id }) => id);
  if (paid.length > 0) await ctx.db.update(Attachment, { id: In(paid) }, { isPaid: true });
}

/** Gives the files of a text to another, which is the same text in another place, in the caller's transaction. */
export async function moveAttachments(ctx: Context, from: Owner, to: Owner): Promise<void> {
  const place = { threadId: to.threadId ?? null, postId: to.postId ?? null };
  const owner = from.threadId === undefined ? { postId: from.postId! } : { threadId: from.threadId };
  await ctx.db.update(Attachment, { ...owner, kind: LISTED }, place);
}

/** Tells which kinds of files a reply has. */
export async function kindsOfPost(
  ctx: Context,
  { id, hasAttachments }: { readonly id: number; readonly hasAttachments: boolean },
): Promise<{ readonly hasImages: boolean; readonly hasFiles: boolean }> {
  const files = hasAttachments ? await ctx.db.findBy(Attachment, { postId: id }) : [];
  return {
    hasImages: files.some(({ kind }) => kind === UploadKind.IMAGE),
    hasFiles: files.some(({ kind }) => kind !== UploadKind.IMAGE),
  };
}
