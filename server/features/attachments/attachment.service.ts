import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { marks, rows, run, select } from "../../core/sql.ts";
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
  const found = await select(ctx, Attachment, "a", `attachments a WHERE a.id IN (${marks(ids)})`, ids);
  const fitting = found.filter((attachment) => mayHold(ctx, attachment, holder));
  if (fitting.length < ids.length) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  return {
    ids,
    hasImages: fitting.some(({ kind }) => kind === UploadKind.IMAGE),
    hasFiles: fitting.some(({ kind }) => kind === UploadKind.FILE),
  };
}

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
  const shown = await rows<{ id: number }>(
    ctx,
    `SELECT a.id FROM attachments a WHERE a.path IN (${marks(paths)}) AND a.userId = ? AND a.kind = ?
       AND a.threadId IS NULL AND a.postId IS NULL ORDER BY a.id`,
    [...paths, ctx.viewer.id, UploadKind.IMAGE],
  );
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
  const [column, id] =
    holder.threadId !== undefined
      ? (["threadId", holder.threadId] as const)
      : (["postId", holder.postId!] as const);
  const others = ids.length > 0 ? ` AND id NOT IN (${marks(ids)})` : "";
  await run(ctx, `UPDATE attachments SET ${column} = NULL, sort = 0 WHERE ${column} = ?${others}`, [
    id,
    ...ids,
  ]);
  for (const [sort, attachmentId] of ids.entries()) {
    const { affected } = await run(
      ctx,
      `UPDATE attachments SET ${column} = ?, sort = ? WHERE id = ? AND (${column} = ? OR (threadId IS NULL AND postId IS NULL))`,
      [id, sort, attachmentId, id],
    );
    // Somebody else took it between the check and now.
    if (affected === 0) throw new DomainError("NOT_FOUND", { field: "attachmentIds" });
  }
}
