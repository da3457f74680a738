import type { Context, SqlValue } from "../../../core/context.ts";
import type { CursorKey } from "../../../core/paging.ts";
import { byIndex, marks, rows, select } from "../../../core/sql.ts";
import { HOST_NAME } from "../../users/user.entity.ts";
import { Post } from "../post.entity.ts";
import { SOURCE_TEXT } from "../post.sql.ts";

/**
 * Reads the authors of the newest visible threads and replies, the most active first; neither anonymous content counts
 * nor the host of the first thread.
 * Raw since TypeORM has no UNION.
 * @param recent how many of the newest threads, and of the newest replies, are looked at
 */
export async function readActiveAuthors(ctx: Context, recent: number, limit: number): Promise<number[]> {
  const newest = (table: string): string =>
    `SELECT r.authorId FROM (SELECT x.authorId, x.visible, x.isAnonymous FROM ${table} x ORDER BY x.id DESC LIMIT ${recent}) r
     WHERE r.visible = 1 AND r.isAnonymous = 0`;
  const authors = await rows<{ id: number }>(
    ctx,
    `SELECT a.authorId AS id, COUNT(*) AS n FROM (${newest("posts")} UNION ALL ${newest("threads")}) a
     JOIN users u ON u.id = a.authorId AND u.status = 0 AND u.usernameKey <> ?
     GROUP BY a.authorId ORDER BY n DESC, a.authorId LIMIT ?`,
    [HOST_NAME, limit],
  );
  return authors.map(({ id }) => Number(id));
}

/** Part of the replies of a member. */
export interface AuthorRequest {
  readonly authorId: number;
  readonly categories: "all" | readonly number[];
  readonly after: CursorKey | null;
  readonly limit: number;
}

/** Reads replies and comments of a member in visible threads, newest first. Raw since profiles are lists. */
export function readPostsOf(
  ctx: Context,
  { authorId, categories, after, limit }: AuthorRequest,
): Promise<Post[]> {
  const where = ["p.authorId = ?", "p.visible = 1", "p.isAnonymous = 0", "t.visible = 1"];
  const values: SqlValue[] = [authorId];
  if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    values.push(...categories);
  }
  if (after) {
    where.push("p.createdAt <= ? AND (p.createdAt < ? OR p.id < ?)");
    values.push(after[0]!, after[0]!, after[1]!);
  }
  const index = byIndex(ctx, "ix_posts_authorId_createdAt_id");
  const from = `posts p ${index} JOIN threads t ON t.id = p.threadId WHERE ${where.join(" AND ")}
    ORDER BY p.createdAt DESC, p.id DESC LIMIT ?`;
  return select(ctx, Post, "p", from, [...values, limit], SOURCE_TEXT);
}
