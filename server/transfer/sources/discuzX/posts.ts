import { literal } from "../../../core/markdown/literal.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { COMMENT_DISTANCE, lineOf, type Run, splitTables, timeOf, together } from "./run.ts";
import { convertText } from "./texts.ts";
import { visibilityOf } from "./threads.ts";

const COLUMNS = ["subject", "dateline", "message", "anonymous", "invisible", "htmlon", "bbcodeoff", "status"];

/** Writes the replies of all tables of posts, and the comments on them behind. */
export async function readPosts(run: Run): Promise<void> {
  for await (const slice of together(run, splitTables(run, "forum_post"), "pid", { columns: COLUMNS })) {
    for (const row of slice) await writePost(run, row);
    run.options.tell(`posts: ${textOf(slice.at(-1)!["pid"])}`);
  }
  const columns = ["tid", "pid", "authorid", "dateline", "comment", "rpid"];
  for await (const slice of run.source.slices("forum_postcomment", { columns, by: ["id"] }))
    for (const row of slice) await writeComment(run, row);
}

async function writePost(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["pid"]);
  const post = run.scratch.post(id);
  if (!post || post.number === 0) return;
  if (run.scratch.thread(post.threadId)!.isDraft) return;
  const label = `forum_post ${id}`;
  const subject = lineOf(row["subject"]);
  const text = convertText(run, label, row, subject === "" ? "" : `**${literal(subject)}**`);
  const { approval, isDeleted } = visibilityOf(wholeOf(row["invisible"]), row["status"]);
  if (isDeleted && wholeOf(row["invisible"]) >= 0) run.report.remark("covered", label, "It was covered.");
  const target = run.scratch.post(text.replyToPostId);
  const isTarget = target?.threadId === post.threadId && target.number! > 0 && target.number! < post.number!;
  await run.writer.append("posts", {
    id,
    threadId: post.threadId,
    number: post.number,
    parentId: null,
    replyToPostId: isTarget ? target!.id : null,
    authorId: post.authorId,
    body: text.markdown,
    isAnonymous: wholeOf(row["anonymous"]) !== 0,
    approval,
    deletedAt: isDeleted ? timeOf(run, row, "dateline") : null,
    deletedById: null,
    createdAt: timeOf(run, row, "dateline"),
    editedAt: text.editedAt,
  });
}

/** Writes a comment; one on the text of a thread is a reply here. */
async function writeComment(run: Run, row: Row): Promise<void> {
  const label = `forum_postcomment ${wholeOf(row["id"])}`;
  const post = run.scratch.post(idOf(row["pid"]));
  if (!post || run.scratch.thread(post.threadId)!.isDraft) {
    leaveOut(run, label, `Post ${textOf(row["pid"])} is not here.`);
    return;
  }
  if (wholeOf(row["authorid"]) < 0 || wholeOf(row["rpid"]) > 0) {
    leaveOut(run, label, wholeOf(row["rpid"]) > 0 ? "It is a reply besides." : "It is a sum of marks.");
    return;
  }
  const isReply = post.number === 0;
  await run.writer.append("posts", {
    id: COMMENT_DISTANCE + wholeOf(row["id"]),
    threadId: post.threadId,
    number: isReply ? run.scratch.nextNumber(post.threadId) : null,
    parentId: isReply ? null : post.id,
    replyToPostId: null,
    authorId: authorOf(run, idOf(row["authorid"])),
    body: convertText(run, label, { message: row["comment"] }).markdown,
    isAnonymous: false,
    approval: "APPROVED",
    deletedAt: null,
    deletedById: null,
    createdAt: timeOf(run, row, "dateline"),
    editedAt: null,
  });
}
