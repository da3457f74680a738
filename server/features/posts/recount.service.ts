import type { Context } from "../../core/context.ts";
import { row, run } from "../../core/sql.ts";
import { indexPost, removeFromIndex } from "../search/index.service.ts";
import { noteWords } from "../threads/holdBack.service.ts";
import { ApprovalState, hotScoreOf, type Thread } from "../threads/thread.entity.ts";
import type { Post } from "./post.entity.ts";

/** Adds to the author's count of replies; anonymous ones would give their author away. */
export async function countPost(
  ctx: Context,
  post: Pick<Post, "authorId" | "isAnonymous">,
  by: 1 | -1,
): Promise<void> {
  if (post.isAnonymous) return;
  await run(ctx, "UPDATE users SET postCount = postCount + ? WHERE id = ?", [by, post.authorId]);
}

/** Takes a visible reply out of sight until somebody approves it, in the caller's transaction, and notes why. */
export async function holdBackPost(
  ctx: Context,
  thread: Thread,
  post: Post,
  words: readonly string[],
): Promise<void> {
  await run(ctx, "UPDATE posts SET approval = ?, visible = 0 WHERE id = ?", [ApprovalState.PENDING, post.id]);
  Object.assign(post, { approval: ApprovalState.PENDING, visible: false });
  await recount(ctx, thread, post, -1);
  await noteWords(ctx, { postId: post.id }, words);
}

/** Everything that is counted and found of a reply after it appeared or disappeared. */
export async function recount(ctx: Context, thread: Thread, post: Post, by: 1 | -1): Promise<void> {
  if (post.parentId === null) await recountThread(ctx, thread, by);
  else await run(ctx, "UPDATE posts SET commentCount = commentCount + ? WHERE id = ?", [by, post.parentId]);
  await countPost(ctx, post, by);
  const { id: postId, threadId, body } = post;
  if (by === 1) await indexPost(ctx, { postId, threadId, body });
  else await removeFromIndex(ctx, { postId });
}

/** Count, heat and last reply of a thread after one of its replies appeared or disappeared. */
async function recountThread(ctx: Context, thread: Thread, by: 1 | -1): Promise<void> {
  const last = await row<{ createdAt: Date | string; authorId: number; isAnonymous: number }>(
    ctx,
    `SELECT p.createdAt, p.authorId, p.isAnonymous FROM posts p
     WHERE p.threadId = ? AND p.number <= ? AND p.visible = 1 ORDER BY p.number DESC LIMIT 1`,
    [thread.id, thread.lastNumber],
  );
  const postCount = thread.postCount + by;
  await run(
    ctx,
    "UPDATE threads SET postCount = ?, hotScore = ?, lastPostedAt = ?, lastPostedById = ? WHERE id = ?",
    [
      postCount,
      hotScoreOf({ ...thread, postCount }),
      last?.createdAt ?? thread.createdAt,
      last && !last.isAnonymous ? last.authorId : null,
      thread.id,
    ],
  );
}
