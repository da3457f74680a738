import type { Context } from "../../../core/context.ts";
import type { PostFacts } from "../../posts/post.policy.ts";
import type { ThreadFacts } from "../../threads/thread.policy.ts";
import { UploadKind } from "../attachment.entity.ts";
import { extensionOf, mediaTypeOf } from "../fileKinds.ts";
import { isStoredPath } from "../storage.ts";
import { mayGetAttachments } from "../../threads/paid/paid.service.ts";
import type { Priced } from "../../threads/paid/paid.policy.ts";
import { canReadFile, type FileFacts } from "./file.policy.ts";
import { findFileRows, type FileRow } from "./file.sql.ts";

/** A stored file as it is served. */
export interface StoredFile extends FileFacts {
  /** Below the files folder, as stored in the database. */
  readonly path: string;
  readonly fileName: string;
  readonly mimeType: string;
}

const THUMB = /-(?:thumb|poster-[\da-f]{8})$/;

/** Finds the stored file at a path, picture or thumbnail; null if the database has none. */
export async function findFile(ctx: Context, path: string): Promise<StoredFile | null> {
  if (!isStoredPath(path)) return null;
  const stem = path.slice(0, path.lastIndexOf(".")).replace(THUMB, "");
  const rows = await findFileRows(ctx, stem);
  // One picture may be sent to several members: rows differ in the message alone.
  const file = rows[0];
  if (!file || (file.path !== path && file.thumbPath !== path)) return null;
  const sent = rows.filter(({ lowUserId, roomId }) => lowUserId !== null || roomId !== null);
  const readable = sent.filter(({ removedAt }) => removedAt === null);
  return {
    path,
    kind: file.kind,
    authorId: file.userId,
    fileName: file.fileName,
    mimeType: file.path === path ? file.mimeType : mediaTypeOf(extensionOf(path)),
    isPoster: file.path !== path && file.kind === UploadKind.FILE,
    thread: threadOf(file),
    post: postOf(file),
    paidIn: paidIn(file),
    readerIds: readable.length === 0 ? null : readable.flatMap(readersOf),
    isRemoved: sent.length > 0 && readable.length === 0,
    isReported: sent.some(({ reportId }) => reportId !== null),
  };
}

/** Members who read a private message: the two of a dialog, or a member of a room. */
function readersOf({ roomId, seatUserId, lowUserId, highUserId }: FileRow): number[] {
  if (roomId === null) return [lowUserId!, highUserId!];
  return seatUserId === null ? [] : [seatUserId];
}

/** Decides who reads a file: by `canReadFile`, and by what they have bought. */
export async function mayReadFile(ctx: Context, file: StoredFile): Promise<boolean> {
  if (!canReadFile(ctx.viewer, file).allowed) return false;
  return file.paidIn === null || mayGetAttachments(ctx, file.paidIn);
}

function paidIn(file: FileRow): Priced | null {
  const thread = threadOf(file);
  if (!file.isPaid || file.threadId === null || !thread) return null;
  const { threadId, priceCents, attachmentPriceCents } = file;
  return {
    ...thread,
    id: Number(threadId),
    priceCents: Number(priceCents),
    attachmentPriceCents: Number(attachmentPriceCents),
  };
}

function threadOf(file: FileRow): ThreadFacts | null {
  if (file.categoryId === null) return null;
  return {
    categoryId: file.categoryId,
    authorId: file.threadAuthorId,
    isAnonymous: Boolean(file.threadAnonymous),
    visible: Boolean(file.threadVisible),
    approval: file.threadApproval,
    deletedAt: file.threadDeletedAt,
    deletedById: file.threadDeletedById,
    // What a merged thread had belongs to a reply now.
    mergedIntoId: null,
  };
}

function postOf(file: FileRow): PostFacts | null {
  if (file.postId === null) return null;
  return {
    authorId: file.postAuthorId,
    isAnonymous: Boolean(file.postAnonymous),
    visible: Boolean(file.postVisible),
    deletedAt: file.postDeletedAt,
    deletedById: file.postDeletedById,
  };
}
