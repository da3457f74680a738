import { literal } from "../../../core/markdown/literal.ts";
import { textOf, wholeOf } from "../values.ts";
import { filesByPost } from "./attachments.ts";
import type { Row } from "../sqlSource.ts";
import { lineOf, type Run, secondsOf, timeOf, visibilityOf } from "./run.ts";
import { convertText, signedBy } from "./texts.ts";

const COLUMNS = [
  "post_time",
  "post_username",
  "post_subject",
  "post_text",
  "bbcode_uid",
  "enable_bbcode",
  "post_edit_time",
  "post_visibility",
  "post_approved",
  "post_delete_time",
  "post_delete_user",
];
/** Subjects that only repeat the title. */
const ANSWER = /^Re:/i;

/** Writes the replies; first posts are the text of their topics. */
export async function readPosts(run: Run): Promise<void> {
  for await (const slice of run.source.slices("posts", { key: ["post_id"], columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["post_id"]));
    const files = await filesByPost(run, ids, "post");
    for (const row of slice) await writePost(run, row, files.get(wholeOf(row["post_id"])) ?? []);
    run.options.tell(`posts: ${textOf(slice.at(-1)!["post_id"])}`);
  }
}

async function writePost(run: Run, row: Row, files: readonly number[]): Promise<void> {
  const id = wholeOf(row["post_id"]);
  const post = run.scratch.post(id);
  if (!post || post.number === 0) return;
  const { threadId, number, authorId } = post;
  const text = convertText(run, `posts ${id}`, {
    text: textOf(row["post_text"]),
    uid: row["bbcode_uid"],
    hasTags: row["enable_bbcode"],
    files,
    before: [
      signedBy(run, authorId, row["post_username"]),
      subjectOf(row["post_subject"], run.scratch.thread(threadId)!.title),
    ],
  });
  const target = run.scratch.post(text.replyToPostId);
  const isBefore = target !== undefined && target.threadId === threadId && target.number! < number!;
  await run.writer.append("posts", {
    id,
    threadId,
    number,
    parentId: null,
    replyToPostId: isBefore && target.number !== 0 ? target.id : null,
    authorId,
    body: text.markdown,
    isAnonymous: false,
    ...visibilityOf(run, row, "post"),
    createdAt: timeOf(run, row, "post_time"),
    editedAt: secondsOf(row["post_edit_time"]),
  });
}

/** Gives a subject that says more than the title, as the first line of its text. */
export function subjectOf(value: unknown, title = ""): string {
  const subject = lineOf(value);
  return subject === "" || subject === title || ANSWER.test(subject) ? "" : `**${literal(subject)}**`;
}
