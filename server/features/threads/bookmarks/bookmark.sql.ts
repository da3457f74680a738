import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, rows, select } from "../../../core/sql.ts";
import { ThreadFavorite } from "../reactions/reaction.entity.ts";

/** Conditions of a list of bookmarks, with their values. */
export interface BookmarkConditions {
  readonly folderId?: number;
  readonly unfiled: boolean;
  readonly hasReminder: boolean;
}

/** Reads a page of the viewer's bookmarks, newest first. Raw as the page of a list whose key has two columns. */
export function readBookmarks(
  ctx: Context,
  { folderId, unfiled, hasReminder }: BookmarkConditions,
  after: readonly (string | number)[] | null,
  limit: number,
): Promise<ThreadFavorite[]> {
  const where = ["f.userId = ?"];
  const values: SqlValue[] = [ctx.viewer.id];
  if (folderId !== undefined) {
    where.push("f.folderId = ?");
    values.push(folderId);
  }
  if (unfiled) where.push("f.folderId IS NULL");
  if (hasReminder) where.push("f.remindAt IS NOT NULL");
  if (after) {
    const [createdAt, threadId] = after as [string, number];
    where.push("(f.createdAt < ? OR (f.createdAt = ? AND f.threadId < ?))");
    values.push(createdAt, createdAt, threadId);
  }
  const from = `thread_favorites f WHERE ${where.join(" AND ")} ORDER BY f.createdAt DESC, f.threadId DESC LIMIT ?`;
  return select(ctx, ThreadFavorite, "f", from, [...values, limit]);
}

/** Counts the bookmarks in folders. Raw since it groups. */
export function countInFolders(
  ctx: Context,
  folderIds: readonly number[],
): Promise<{ readonly folderId: number; readonly count: number }[]> {
  return rows(
    ctx,
    `SELECT f.folderId, COUNT(*) AS count FROM thread_favorites f WHERE f.folderId IN (${marks(folderIds)}) GROUP BY f.folderId`,
    [...folderIds],
  );
}
