import type { Context } from "../../core/context.ts";
import { marks, rows, run, select, selectEach, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { Post } from "./post.entity.ts";

/** Columns that pages leave in the database, since they show the HTML; see `readPostTexts`. */
export const SOURCE_TEXT: readonly string[] = ["body", "plainText"];

/** Reads replies and comments by id without their Markdown. Raw since each page of replies and each like runs it. */
export function readPosts(ctx: Context, ids: readonly number[]): Promise<Post[]> {
  return select(ctx, Post, "p", `posts p WHERE p.id IN (${marks(ids)})`, ids, SOURCE_TEXT);
}

/** The Markdown of a reply. */
export type PostText = Pick<Post, "id" | "body">;

/** Reads the Markdown of replies. Raw since pages that show it run it. */
export function readPostTexts(ctx: Context, ids: readonly number[]): Promise<PostText[]> {
  return rows<PostText>(ctx, `SELECT p.id, p.body FROM posts p WHERE p.id IN (${marks(ids)})`, ids);
}

/** The text of a reply without marks. */
export interface PostPlainText {
  readonly id: number;
  readonly text: string;
}

/** Reads replies without marks; rows not yet rendered give their Markdown. Raw since each search runs it. */
export function readPostPlainTexts(ctx: Context, ids: readonly number[]): Promise<PostPlainText[]> {
  const sql = `SELECT p.id, COALESCE(p.plainText, p.body) AS text FROM posts p WHERE p.id IN (${marks(ids)})`;
  return rows<PostPlainText>(ctx, sql, ids);
}

/** The author of a reply, with the engine's boolean. */
export interface PostAuthorRow {
  readonly id: number;
  readonly authorId: number;
  readonly isAnonymous: number;
}

/** Reads the authors of replies. Raw since each page with comments runs it. */
export function readPostAuthors(ctx: Context, ids: readonly number[]): Promise<PostAuthorRow[]> {
  const sql = `SELECT p.id, p.authorId, p.isAnonymous FROM posts p WHERE p.id IN (${marks(ids)})`;
  return rows<PostAuthorRow>(ctx, sql, ids);
}

/** Time of the viewer's last reply to a thread, as the engine gives it. */
export interface LastReplyRow {
  readonly threadId: number;
  readonly lastAt: Date | string;
}

/** Reads when the viewer last replied to each of the threads, of the time since. Raw since TypeORM has no MAX by groups. */
export function readLastReplyTimes(
  ctx: Context,
  threadIds: readonly number[],
  since: Date,
): Promise<LastReplyRow[]> {
  const sql = `SELECT p.threadId, MAX(p.createdAt) AS lastAt FROM posts p
    WHERE p.authorId = ? AND p.createdAt > ? AND p.threadId IN (${marks(threadIds)}) GROUP BY p.threadId`;
  return rows<LastReplyRow>(ctx, sql, [ctx.viewer.id, since, ...threadIds]);
}

/** Reads the first visible comments of each reply. Raw since one statement reads three index entries per reply. */
export function readFirstComments(
  ctx: Context,
  parentIds: readonly number[],
  perReply: number,
): Promise<Post[]> {
  const from = "posts p WHERE p.parentId = ? AND p.visible = 1 ORDER BY p.id LIMIT ?";
  const each = parentIds.map((id) => [id, perReply]);
  return selectEach(ctx, Post, "p", from, each, SOURCE_TEXT);
}

/** One page of the comments of one reply: `limit` of them after an id. */
export interface CommentPage {
  readonly parentId: number;
  readonly afterId: number;
  readonly limit: number;
  /** Also those that wait or are deleted, for moderators of the thread. */
  readonly everything: boolean;
}

/** Reads pages of comments, all in one statement. Raw for the same reason as `readFirstComments`. */
export function readCommentPages(ctx: Context, pages: readonly CommentPage[]): Promise<Post[]> {
  const viewerId = ctx.viewer.id;
  const from = `posts p WHERE p.parentId = ? AND p.id > ?
    AND (p.visible = 1 OR ? = 1 OR (p.authorId = ? AND (p.deletedAt IS NULL OR p.deletedById = ?)))
    ORDER BY p.id LIMIT ?`;
  const each = pages.map(({ parentId, afterId, limit, everything }) => {
    return [parentId, afterId, everything, viewerId, viewerId, limit];
  });
  return selectEach(ctx, Post, "p", from, each, SOURCE_TEXT);
}

/**
 * Reads a reply without the named columns and locks it until the transaction ends; null if there is none.
 * Raw since each like begins with it.
 */
export function lockPostRow(ctx: Context, id: number, without: readonly string[]): Promise<Post | null> {
  return selectOne(ctx, Post, "p", `posts p WHERE p.id = ?${forUpdate(ctx)}`, [id], without);
}

/** Stores a new reply or comment. Raw since the reply is a bench row: a cached statement. @returns its id */
export async function insertPost(ctx: Context, post: Post): Promise<number> {
  const { insertId } = await run(
    ctx,
    `INSERT INTO posts (threadId, number, parentId, replyToPostId, authorId, isAnonymous, body, bodyHtml, markdownVersion,
       excerpt, plainText, hasAttachments, approval, visible, deletedAt, deletedById, likeCount, commentCount, createdAt, editedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, NULL, 0, 0, ?, NULL)`,
    [
      post.threadId,
      post.number,
      post.parentId,
      post.replyToPostId,
      post.authorId,
      post.isAnonymous,
      post.body,
      post.bodyHtml,
      post.markdownVersion,
      post.excerpt,
      post.plainText,
      post.hasAttachments,
      post.approval,
      post.createdAt,
    ],
  );
  return insertId;
}

/**
 * Counts a new comment with the reply that it is on. Raw since the comment is a bench row: a cached statement.
 * @returns false if that reply is gone or hidden
 */
export async function countComment(ctx: Context, parentId: number): Promise<boolean> {
  const sql = "UPDATE posts SET commentCount = commentCount + 1 WHERE id = ? AND visible = 1";
  return (await run(ctx, sql, [parentId])).affected > 0;
}
