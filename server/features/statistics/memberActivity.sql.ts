import type { Context, SqlValue } from "../../core/context.ts";
import { byIndex, marks, rows } from "../../core/sql.ts";

/** Things of each kind that a calendar counts at most: the latest of the year. */
const COUNTED_MAX = 10_000;

/** Number of threads or replies of an hour. */
export interface ActivityRow {
  readonly kind: "thread" | "post";
  /** `YYYY-MM-DD HH` in UTC. */
  readonly hour: string;
  readonly n: number | string;
}

/** Part of a member's writing that a reader may see. */
export interface ActivityRequest {
  readonly userId: number;
  readonly categories: "all" | readonly number[];
  readonly from: Date;
  readonly to: Date;
}

/**
 * Counts what a member wrote under their name, hour by hour, in one statement: each kind by the index of its author.
 * Raw since it is a count by group, of two tables.
 */
export function readActivity(
  ctx: Context,
  { userId, categories, from, to }: ActivityRequest,
): Promise<ActivityRow[]> {
  const readable = categories === "all" ? "" : ` AND t.categoryId IN (${marks(categories)})`;
  const values: SqlValue[] = [userId, from, to, ...(categories === "all" ? [] : categories)];
  const threads = `SELECT t.createdAt AS at FROM threads t ${byIndex(ctx, "ix_threads_authorId_createdAt_id")}
    WHERE t.authorId = ? AND t.createdAt >= ? AND t.createdAt < ?${readable}
      AND t.visible = 1 AND t.isAnonymous = 0
    ORDER BY t.createdAt DESC, t.id DESC LIMIT ${COUNTED_MAX}`;
  const posts = `SELECT p.createdAt AS at FROM posts p ${byIndex(ctx, "ix_posts_authorId_createdAt_id")}
    JOIN threads t ON t.id = p.threadId
    WHERE p.authorId = ? AND p.createdAt >= ? AND p.createdAt < ?${readable}
      AND p.visible = 1 AND p.isAnonymous = 0 AND t.visible = 1
    ORDER BY p.createdAt DESC, p.id DESC LIMIT ${COUNTED_MAX}`;
  const grouped = (kind: string, source: string) =>
    `SELECT '${kind}' AS kind, SUBSTR(${kind}.at, 1, 13) AS hour, COUNT(*) AS n FROM (${source}) ${kind} GROUP BY hour`;
  return rows<ActivityRow>(ctx, `${grouped("thread", threads)} UNION ALL ${grouped("post", posts)}`, [
    ...values,
    ...values,
  ]);
}
