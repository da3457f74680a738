import type { Context, SqlValue } from "../../../core/context.ts";
import { byIndex, marks, select } from "../../../core/sql.ts";
import { Post } from "../post.entity.ts";
import { SOURCE_TEXT } from "../post.sql.ts";

/** Pages of replies. Raw since the page of a thread is a bench row, and each list insists on its index. */

/**
 * Visibility of a list: everything (moderators of the thread), or approved replies and those of one member, 0 for
 * visitors. Deleted replies are in all lists as empty places.
 */
export type ListedPosts = "everything" | { readonly ownerId: number };

function listed(posts: ListedPosts): { sql: string; values: SqlValue[] } {
  if (posts === "everything") return { sql: "", values: [] };
  if (posts.ownerId === 0) return { sql: " AND p.approval = 1", values: [] };
  return { sql: " AND (p.approval = 1 OR p.authorId = ?)", values: [posts.ownerId] };
}

/** The order of numbers. */
export type NumberOrder = "ASC" | "DESC";

/** Reads the replies of a thread whose numbers lie in a range. */
export function readNumbers(
  ctx: Context,
  threadId: number,
  range: { readonly low: number; readonly high: number; readonly order: NumberOrder },
  posts: ListedPosts,
): Promise<Post[]> {
  const { sql, values } = listed(posts);
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_number")}
    WHERE p.threadId = ? AND p.number >= ? AND p.number <= ?${sql} ORDER BY p.number ${range.order}`;
  return select(ctx, Post, "p", from, [threadId, range.low, range.high, ...values], SOURCE_TEXT);
}

/** Reads the next replies of a thread after a number. */
export function readAfterNumber(
  ctx: Context,
  threadId: number,
  next: { readonly start: number; readonly order: NumberOrder; readonly limit: number },
  posts: ListedPosts,
): Promise<Post[]> {
  const { sql, values } = listed(posts);
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_number")}
    WHERE p.threadId = ? AND p.number ${next.order === "ASC" ? ">" : "<"} ?${sql}
    ORDER BY p.number ${next.order} LIMIT ?`;
  return select(ctx, Post, "p", from, [threadId, next.start, ...values, next.limit], SOURCE_TEXT);
}

/** Reads the next replies that one member wrote in a thread, after a number. */
export function readOfAuthor(
  ctx: Context,
  threadId: number,
  next: { readonly authorId: number; readonly start: number; readonly limit: number },
  posts: ListedPosts,
): Promise<Post[]> {
  const { sql, values } = listed(posts);
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_number")}
    WHERE p.threadId = ? AND p.number > ? AND p.authorId = ? AND p.deletedAt IS NULL${sql}
    ORDER BY p.number ASC LIMIT ?`;
  return select(
    ctx,
    Post,
    "p",
    from,
    [threadId, next.start, next.authorId, ...values, next.limit],
    SOURCE_TEXT,
  );
}

/** Reads the visible replies of a thread, most liked first. @param after like count and id of the last one before */
export function readMostLiked(
  ctx: Context,
  threadId: number,
  after: readonly [likeCount: number, id: number] | null,
  limit: number,
): Promise<Post[]> {
  const below = after ? "AND p.likeCount <= ? AND (p.likeCount < ? OR p.id < ?)" : "";
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_parentId_likeCount_id")}
    WHERE p.threadId = ? AND p.parentId IS NULL AND p.visible = 1 ${below}
    ORDER BY p.likeCount DESC, p.id DESC LIMIT ?`;
  const values = [threadId, ...(after ? [after[0], after[0], after[1]] : []), limit];
  return select(ctx, Post, "p", from, values, SOURCE_TEXT);
}

/** Replies of the whole forum that a reader asks for. */
export interface ForumPosts {
  readonly categories: "all" | readonly number[];
  /** Time and id of the last one before; null to begin. */
  readonly after: readonly [createdAt: Date, id: number] | null;
  readonly since: Date | null;
  /** Replies to which something happened at or after this time alone. */
  readonly updatedSince: Date | null;
  readonly limit: number;
}

/** Reads visible replies and comments of the forum, oldest first. */
export function readForumPosts(ctx: Context, wanted: ForumPosts): Promise<Post[]> {
  const { categories, after, since, updatedSince, limit } = wanted;
  const values: SqlValue[] = [];
  let where = "p.approval = 1 AND p.visible = 1 AND t.visible = 1";
  const add = (sql: string, ...more: readonly SqlValue[]): void => {
    where += ` AND ${sql}`;
    values.push(...more);
  };
  if (after) add("p.createdAt >= ? AND (p.createdAt > ? OR p.id > ?)", after[0], after[0], after[1]);
  if (since) add("p.createdAt >= ?", since);
  if (updatedSince)
    add("p.id IN (SELECT c.postId FROM changes c WHERE c.at >= ? AND c.postId IS NOT NULL)", updatedSince);
  if (categories !== "all") add(`t.categoryId IN (${marks(categories)})`, ...categories);
  const index = updatedSince ? "" : byIndex(ctx, "ix_posts_approval_createdAt_id");
  const from = `posts p ${index} JOIN threads t ON t.id = p.threadId
    WHERE ${where} ORDER BY p.createdAt ASC, p.id ASC LIMIT ?`;
  return select(ctx, Post, "p", from, [...values, limit], SOURCE_TEXT);
}
