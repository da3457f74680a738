import type { Context } from "../../../core/context.ts";
import { rows, timeOf } from "../../../core/sql.ts";
import { ReportStatus } from "../../moderation/reports/report.entity.ts";
import { SeatState } from "../../rooms/room.entity.ts";
import type { UploadKind } from "../attachment.entity.ts";

/** An upload with the thread or reply that shows it, or with one private message that does. */
export interface FileRow {
  readonly kind: UploadKind;
  readonly userId: number;
  readonly path: string;
  readonly thumbPath: string | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly isPaid: number;
  readonly threadId: number | null;
  readonly priceCents: number;
  readonly attachmentPriceCents: number;
  readonly categoryId: number | null;
  readonly threadAuthorId: number;
  readonly threadAnonymous: number;
  readonly threadVisible: number;
  readonly threadApproval: number;
  readonly threadDeletedAt: Date | null;
  readonly threadDeletedById: number | null;
  readonly postId: number | null;
  readonly postAuthorId: number;
  readonly postAnonymous: number;
  readonly postVisible: number;
  readonly postDeletedAt: Date | null;
  readonly postDeletedById: number | null;
  readonly lowUserId: number | null;
  readonly highUserId: number | null;
  /** Room in which it was sent. */
  readonly roomId: number | null;
  /** A member who is in that room since before it was sent. */
  readonly seatUserId: number | null;
  readonly removedAt: Date | null;
  readonly reportId: number | null;
}

/** Time columns as the engines give them. */
type RawRow = Omit<FileRow, "threadDeletedAt" | "postDeletedAt" | "removedAt"> &
  Readonly<Record<"threadDeletedAt" | "postDeletedAt" | "removedAt", string | Date | null>>;

const FIND = `
  SELECT a.kind, a.userId, a.path, a.thumbPath, a.fileName, a.mimeType, a.isPaid, t.id AS threadId, t.priceCents,
    t.attachmentPriceCents, t.categoryId, t.authorId AS threadAuthorId, t.isAnonymous AS threadAnonymous, t.visible AS threadVisible,
    t.approval AS threadApproval, t.deletedAt AS threadDeletedAt, t.deletedById AS threadDeletedById,
    p.id AS postId, p.authorId AS postAuthorId, p.isAnonymous AS postAnonymous, p.visible AS postVisible,
    p.deletedAt AS postDeletedAt, p.deletedById AS postDeletedById,
    d.lowUserId, d.highUserId, m.roomId, s.userId AS seatUserId, m.removedAt, r.id AS reportId
  FROM attachments a
    LEFT JOIN posts p ON p.id = a.postId
    LEFT JOIN threads t ON t.id = COALESCE(a.threadId, p.threadId)
    LEFT JOIN messages m ON m.attachmentId = a.id
    LEFT JOIN dialogs d ON d.id = m.dialogId
    LEFT JOIN room_members s ON s.roomId = m.roomId AND s.state = '${SeatState.JOINED}' AND s.visibleAfter < m.id
    LEFT JOIN reports r ON r.messageId = m.id AND r.status = '${ReportStatus.OPEN}'
  WHERE a.path > ? AND a.path < ?`;

/**
 * Raw since every served file asks for it: one cached statement over seven tables, by one range of the index on `path`.
 * Finds an upload by the part of its path that its renditions share: a row for each private message
 * that shows it, in a room for each member.
 */
export async function findFileRows(ctx: Context, stem: string): Promise<FileRow[]> {
  // A dot follows the stem, and a slash is the character after the dot.
  const rawRows = await rows<RawRow>(ctx, FIND, [`${stem}.`, `${stem}/`]);
  return rawRows.map((row) => ({
    ...row,
    threadDeletedAt: optionalTime(row.threadDeletedAt),
    postDeletedAt: optionalTime(row.postDeletedAt),
    removedAt: optionalTime(row.removedAt),
  }));
}

function optionalTime(value: string | Date | null): Date | null {
  return value === null ? null : timeOf(value);
}
