import { idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";
import { approvalOf, deletionOf } from "./threads.ts";

const COLUMNS = [
  "id",
  "content",
  "reply_post_id",
  "comment_post_id",
  "is_approved",
  "created_at",
  "updated_at",
  "deleted_at",
  "deleted_user_id",
];

/** Writes the replies and the comments on them; first posts are the text of their threads. */
export async function readPosts(run: Run): Promise<void> {
  for await (const slice of run.source.slices("posts", { columns: COLUMNS })) {
    for (const row of slice) await writePost(run, row);
    run.options.tell(`posts: ${textOf(slice.at(-1)!["id"])}`);
  }
}

async function writePost(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["id"]);
  const post = run.scratch.post(id);
  if (!post || post.number === 0) return;
  const thread = run.scratch.thread(post.threadId)!;
  if (thread.isDraft) return;
  const text = convertText(run, `posts ${id}`, textOf(row["content"]));
  await run.writer.append("posts", {
    id,
    threadId: post.threadId,
    number: post.number,
    parentId: post.parentId,
    replyToPostId: targetOf(run, row, post.parentId, text.replyToPostId),
    authorId: post.authorId,
    body: text.markdown,
    // Whoever asks without a name answers in their thread without one.
    isAnonymous: thread.isAnonymous === 1 && post.authorId === thread.authorId,
    approval: approvalOf(row),
    deletedAt: deletionOf(run, row),
    deletedById: run.scratch.member(idOf(row["deleted_user_id"]))?.id ?? null,
    createdAt: timeOf(run, row, "created_at", "updated_at"),
    editedAt: null,
  });
}

/** Gives the comment that a comment answers, or the reply that a reply quotes. */
function targetOf(run: Run, row: Row, parentId: number | null, quotedId: number | null): number | null {
  const own = run.scratch.post(wholeOf(row["id"]))!;
  const target = run.scratch.post(
    parentId === null ? (quotedId ?? idOf(row["reply_post_id"])) : idOf(row["comment_post_id"]),
  );
  if (!target || target.id >= own.id || target.threadId !== own.threadId || target.number === 0) return null;
  return target.parentId === parentId ? target.id : null;
}
