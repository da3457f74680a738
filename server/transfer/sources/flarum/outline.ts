import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { categoryOf } from "./places.ts";
import type { Run } from "./run.ts";

/** Posts that people wrote; all others say that something happened. */
export const COMMENTS = "type = 'comment'";

/**
 * True for what some people read only, such as discussions between a few. What waits for a review is marked as private,
 * too, and is no more than that.
 */
function isPrivate(row: Row): boolean {
  return wholeOf(row["is_private"]) === 1 && !isUnapproved(row);
}

/** True for what waits for a review. */
export function isUnapproved(row: Row): boolean {
  return row["is_approved"] !== undefined && wholeOf(row["is_approved"]) !== 1;
}

/** Notes who wrote which discussion and post, so that texts, likes and files find them. */
export async function noteThreads(run: Run): Promise<void> {
  const columns = ["id", "user_id", "title", "first_post_id", "is_private", "is_approved"];
  for await (const slice of run.source.slices("discussions", { columns })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const firstIds = slice.flatMap((row) => idOf(row["first_post_id"]) ?? []);
    const firsts = await run.source.rowsOf("posts", "id", firstIds, ["discussion_id"], COMMENTS);
    const tags = await run.source.rowsOf("discussion_tag", "discussion_id", ids, ["tag_id"]);
    const recipients = await run.source.rowsOf("recipients", "discussion_id", ids, ["user_id"]);
    const numbers = await largestNumbers(run, ids);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      if (recipients.has(id) || isPrivate(row)) {
        run.report.remark("privateThreads", `discussions ${id}`, "Only its members read it; it is left out.");
        continue;
      }
      const first = firsts.get(wholeOf(row["first_post_id"]))?.[0];
      const isOwn = wholeOf(first?.["discussion_id"]) === id;
      const firstPostId = isOwn ? idOf(row["first_post_id"]) : await lowestPost(run, id);
      noteThread(run, row, firstPostId, numbers.get(id) ?? 0);
      run.scratch.takeName(`category:${id}`, categoryOf(run, id, tags.get(id) ?? []));
    }
  }
  await notePosts(run);
}

function noteThread(run: Run, row: Row, firstPostId: number | null, replies: number): void {
  run.scratch.addThread({
    id: wholeOf(row["id"]),
    title: cut(textOf(row["title"]), 100),
    authorId: authorOf(run, idOf(row["user_id"])),
    firstPostId,
    replies,
  });
}

/** The largest number of a post in each discussion, those included that say what happened. */
async function largestNumbers({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await source.rows(
    "SELECT p.discussion_id AS id, MAX(p.number) AS n FROM {posts} p WHERE p.discussion_id IN (?) GROUP BY p.discussion_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}

async function lowestPost({ source }: Run, id: number): Promise<number | null> {
  const sql = `SELECT p.id AS id FROM {posts} p WHERE p.discussion_id = ? AND p.${COMMENTS} ORDER BY p.number, p.id LIMIT 1`;
  return idOf((await source.row(sql, [id]))["id"]);
}

/** Notes the posts. Their numbers stay: the first one of Flarum is 1, and is the text here. */
async function notePosts(run: Run): Promise<void> {
  const columns = ["id", "discussion_id", "number", "user_id", "hidden_at", "is_private", "is_approved"];
  for await (const slice of run.source.slices("posts", { columns, where: COMMENTS }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const thread = run.scratch.thread(idOf(row["discussion_id"]));
      if (!thread) leaveOut(run, `posts ${id}`, "Its discussion does not exist, or is left out.");
      else if (isPrivate(row))
        run.report.remark("privatePosts", `posts ${id}`, "Not everybody reads it; it is left out.");
      else notePost(run, row, thread.id, thread.firstPostId === id ? 0 : numberOf(run, row, thread.id));
    }
}

function numberOf(run: Run, row: Row, threadId: number): number {
  const number = wholeOf(row["number"]) - 1;
  if (number > 0 && run.scratch.takeName(`number:${threadId}:${number}`, wholeOf(row["id"]))) return number;
  const replies = run.scratch.nextNumber(threadId);
  run.report.remark(
    "numbers",
    `posts ${wholeOf(row["id"])}`,
    `Its number ${wholeOf(row["number"])} is now ${replies}.`,
  );
  return replies;
}

function notePost(run: Run, row: Row, threadId: number, number: number): void {
  // A thread is read without the text that was taken back; the files of that text are not.
  if (number === 0 && textOf(row["hidden_at"]) !== "")
    run.scratch.takeName(`hidden:${wholeOf(row["id"])}`, 1);
  const authorId = authorOf(run, idOf(row["user_id"]));
  run.scratch.addPost({ id: wholeOf(row["id"]), threadId, number, parentId: null, authorId });
}
