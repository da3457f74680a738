import type { Context } from "../../core/context.ts";
import { marks, select } from "../../core/sql.ts";
import { Attachment } from "./attachment.entity.ts";

/** Columns that name the thread or reply that an attachment belongs to. */
export type OwnerColumn = "threadId" | "postId";

/** Raw since every page of posts reads it. Reads the attachments of threads or replies, in their order. */
export function attachmentsBy(
  ctx: Context,
  column: OwnerColumn,
  ownerIds: readonly number[],
): Promise<Attachment[]> {
  const from = `attachments a WHERE a.${column} IN (${marks(ownerIds)}) ORDER BY a.${column}, a.sort, a.id`;
  return select(ctx, Attachment, "a", from, ownerIds);
}
