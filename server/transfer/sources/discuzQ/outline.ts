import { AMOUNT_MAX_CENTS } from "../../../core/money.ts";
import { centsOf, cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import type { Run } from "./run.ts";

/** Notes who wrote which thread and post, so that texts, likes and files find them. */
export async function noteThreads(run: Run): Promise<void> {
  const columns = ["id", "user_id", "title", "is_draft", "is_anonymous", "price", "attachment_price"];
  for await (const slice of run.source.slices("threads", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      run.scratch.addThread({
        id,
        title: cut(textOf(row["title"]), 100),
        authorId: authorOf(run, idOf(row["user_id"])),
        isDraft: wholeOf(row["is_draft"]),
        isAnonymous: wholeOf(row["is_anonymous"]),
        priceCents: priceOf(run, row, "price"),
        attachmentPriceCents: priceOf(run, row, "attachment_price"),
      });
    }
  await notePosts(run);
}

/** Gives a price in cents; one that is no price of whole cents is listed, and nothing is sold. */
function priceOf(run: Run, row: Row, column: string): number {
  const cents = centsOf(row[column]);
  if (cents !== null && cents >= 0 && cents <= AMOUNT_MAX_CENTS) return cents;
  run.report.remark("prices", `threads ${wholeOf(row["id"])}`, `${column}: ${textOf(row[column])}`);
  return 0;
}

/** Notes the posts in the order of their ids, which gives replies their numbers. */
async function notePosts(run: Run): Promise<void> {
  const columns = ["id", "thread_id", "user_id", "is_first", "is_comment", "reply_post_id"];
  for await (const slice of run.source.slices("posts", { columns }))
    for (const row of slice) {
      const thread = run.scratch.thread(idOf(row["thread_id"]));
      const label = `posts ${wholeOf(row["id"])}`;
      if (!thread) leaveOut(run, label, `Thread ${textOf(row["thread_id"])} does not exist.`);
      else if (wholeOf(row["is_first"]) === 1 && thread.firstPostId === null) noteFirst(run, row, thread.id);
      else noteReply(run, row, thread.id);
    }
}

function noteFirst(run: Run, row: Row, threadId: number): void {
  const id = wholeOf(row["id"]);
  run.scratch.run("UPDATE threads SET firstPostId = ? WHERE id = ?", id, threadId);
  notePost(run, row, { threadId, number: 0, parentId: null });
}

function noteReply(run: Run, row: Row, threadId: number): void {
  const label = `posts ${wholeOf(row["id"])}`;
  if (wholeOf(row["is_first"]) === 1)
    run.report.remark("threads", label, `Thread ${threadId} has a text already; this one is a reply.`);
  const parent = run.scratch.post(idOf(row["reply_post_id"]));
  const replyId = parent?.parentId ?? (parent?.number ? parent.id : null);
  const isComment = wholeOf(row["is_comment"]) === 1;
  if (isComment && replyId !== null && parent!.threadId === threadId) {
    notePost(run, row, { threadId, number: null, parentId: replyId });
    return;
  }
  if (isComment)
    run.report.remark(
      "comments",
      label,
      `Post ${textOf(row["reply_post_id"])} does not exist; this one is a reply.`,
    );
  notePost(run, row, { threadId, number: run.scratch.nextNumber(threadId), parentId: null });
}

function notePost(
  run: Run,
  row: Row,
  post: { threadId: number; number: number | null; parentId: number | null },
): void {
  const authorId = authorOf(run, idOf(row["user_id"]));
  run.scratch.addPost({ id: wholeOf(row["id"]), ...post, authorId });
}
