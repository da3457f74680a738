import type { Context } from "../../core/context.ts";
import { run, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { Post } from "./post.entity.ts";

/**
 * Raw since each like begins with it, without the texts of the reply.
 * Reads a reply and keeps others from changing it until the transaction ends; null if it is gone.
 */
export function lockPostRow(ctx: Context, id: number, without: readonly string[]): Promise<Post | null> {
  return selectOne(ctx, Post, "p", `posts p WHERE p.id = ?${forUpdate(ctx)}`, [id], without);
}

/**
 * Raw since the reply is a bench row: a cached statement.
 * Stores a new reply or comment. @returns its id
 */
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
 * Raw since the comment is a bench row: a cached statement.
 * Counts a new comment with the reply that it is on. @returns false if that is gone or hidden
 */
export async function countComment(ctx: Context, parentId: number): Promise<boolean> {
  const sql = "UPDATE posts SET commentCount = commentCount + 1 WHERE id = ? AND visible = 1";
  return (await run(ctx, sql, [parentId])).affected > 0;
}
