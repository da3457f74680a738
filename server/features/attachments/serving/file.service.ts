import type { Context } from "../../../core/context.ts";
import { rows, timeOf } from "../../../core/sql.ts";
import { UploadKind } from "../attachment.entity.ts";
import { isStoredPath } from "../storage.ts";
import type { PostFacts } from "../../posts/post.policy.ts";
import { ReportStatus } from "../../moderation/reports/report.entity.ts";
import type { ThreadFacts } from "../../threads/thread.policy.ts";
import type { FileFacts } from "./file.policy.ts";

/** A stored file as it is served. */
export interface StoredFile extends FileFacts {
  /** Below the files folder; as the database names it. */
  readonly path: string;
  readonly fileName: string;
  readonly mimeType: string;
}

interface FileRow {
  readonly kind: UploadKind;
  readonly userId: number;
  readonly path: string;
  readonly thumbPath: string | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly categoryId: number | null;
  readonly threadAuthorId: number;
  readonly threadAnonymous: number;
  readonly threadVisible: number;
  readonly threadApproval: number;
  readonly threadDeletedAt: string | Date | null;
  readonly threadDeletedById: number | null;
  readonly postId: number | null;
  readonly postAuthorId: number;
  readonly postAnonymous: number;
  readonly postVisible: number;
  readonly postDeletedAt: string | Date | null;
  readonly postDeletedById: number | null;
  readonly lowUserId: number | null;
  readonly highUserId: number | null;
  readonly removedAt: string | Date | null;
  readonly reportId: number | null;
}

/** Names of one upload begin alike, so that one range of the index on `path` finds a file by any of its renditions. */
const FIND = `
  SELECT a.kind, a.userId, a.path, a.thumbPath, a.fileName, a.mimeType,
    t.categoryId, t.authorId AS threadAuthorId, t.isAnonymous AS threadAnonymous, t.visible AS threadVisible,
    t.approval AS threadApproval, t.deletedAt AS threadDeletedAt, t.deletedById AS threadDeletedById,
    p.id AS postId, p.authorId AS postAuthorId, p.isAnonymous AS postAnonymous, p.visible AS postVisible,
    p.deletedAt AS postDeletedAt, p.deletedById AS postDeletedById,
    d.lowUserId, d.highUserId, m.removedAt, r.id AS reportId
  FROM attachments a
    LEFT JOIN posts p ON p.id = a.postId
    LEFT JOIN threads t ON t.id = COALESCE(a.threadId, p.threadId)
    LEFT JOIN messages m ON m.attachmentId = a.id
    LEFT JOIN dialogs d ON d.id = m.dialogId
    LEFT JOIN reports r ON r.messageId = m.id AND r.status = '${ReportStatus.OPEN}'
  WHERE a.path > ? AND a.path < ?`;
const THUMB = /-thumb$/;

/** The stored file at a path, one rendition or the other; null if the database knows none. */
export async function findFile(ctx: Context, path: string): Promise<StoredFile | null> {
  if (!isStoredPath(path)) return null;
  const stem = path.slice(0, path.lastIndexOf(".")).replace(THUMB, "");
  // A dot follows the stem, and a slash is what comes after a dot.
  const all = await rows<FileRow>(ctx, FIND, [`${stem}.`, `${stem}/`]);
  // One picture may be sent to several: a row for each message, equal in all that is not of the message.
  const found = all[0];
  const sent = all.filter(({ lowUserId }) => lowUserId !== null);
  const readable = sent.filter(({ removedAt }) => removedAt === null);
  if (!found || (found.path !== path && found.thumbPath !== path)) return null;
  return {
    path,
    kind: found.kind,
    authorId: found.userId,
    fileName: found.fileName,
    mimeType: found.path === path ? found.mimeType : "image/webp",
    thread: threadOf(found),
    post: postOf(found),
    betweenUserIds:
      readable.length === 0 ? null : readable.flatMap((each) => [each.lowUserId!, each.highUserId!]),
    isRemoved: sent.length > 0 && readable.length === 0,
    isReported: sent.some(({ reportId }) => reportId !== null),
  };
}

function threadOf(found: FileRow): ThreadFacts | null {
  if (found.categoryId === null) return null;
  return {
    categoryId: found.categoryId,
    authorId: found.threadAuthorId,
    isAnonymous: Boolean(found.threadAnonymous),
    visible: Boolean(found.threadVisible),
    approval: found.threadApproval,
    deletedAt: found.threadDeletedAt === null ? null : timeOf(found.threadDeletedAt),
    deletedById: found.threadDeletedById,
  };
}

function postOf(found: FileRow): PostFacts | null {
  if (found.postId === null) return null;
  return {
    authorId: found.postAuthorId,
    isAnonymous: Boolean(found.postAnonymous),
    visible: Boolean(found.postVisible),
    deletedAt: found.postDeletedAt === null ? null : timeOf(found.postDeletedAt),
    deletedById: found.postDeletedById,
  };
}
