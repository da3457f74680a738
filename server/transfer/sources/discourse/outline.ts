import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { categoryOf } from "./places.ts";
import type { Run } from "./run.ts";

/** `post_type` of what people wrote: texts, and what moderators say. */
const [TEXT, BY_MODERATOR] = [1, 2];
/** `post_type` of lines that say what happened, and of texts that only staff reads. */
const OTHERS: Readonly<Record<number, string>> = { 3: "smallActions", 4: "whispers" };

/** Condition on topics that are no messages. */
export const TOPICS = "archetype <> 'private_message'";
/** Condition on topics that are messages. */
export const PRIVATE_TOPICS = "archetype = 'private_message'";
const IS_TEXT = `post_type IN (${TEXT}, ${BY_MODERATOR})`;
const IS_PRIVATE = `EXISTS (SELECT 1 FROM topics t WHERE t.id = topic_id AND t.${PRIVATE_TOPICS})`;
/** Condition on texts of topics that are no messages. */
export const POSTS = `${IS_TEXT} AND NOT ${IS_PRIVATE}`;
/** Condition on texts of messages. */
export const PRIVATE_POSTS = `${IS_TEXT} AND ${IS_PRIVATE}`;

/** True for a text that nobody but staff reads any more: it was deleted, is about to be, or flags have hidden it. */
export function isGone(row: Row): boolean {
  const isMarked = wholeOf(row["hidden"]) === 1 || wholeOf(row["user_deleted"]) === 1;
  return isMarked || textOf(row["deleted_at"]) !== "";
}

/** Notes who wrote which topic and post, so that texts, likes and files find them. */
export async function noteThreads(run: Run): Promise<void> {
  const columns = ["id", "title", "user_id", "category_id", "visible", "deleted_at"];
  for await (const slice of run.source.slices("topics", { columns, where: TOPICS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const firsts = await run.source.rowsOf(
      "posts",
      "topic_id",
      ids,
      ["id"],
      `post_number = 1 AND ${IS_TEXT}`,
    );
    const numbers = await largestNumbers(run, ids);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const firstPostId = idOf(firsts.get(id)?.[0]?.["id"]) ?? (await lowestPost(run, id));
      noteThread(run, row, firstPostId, numbers.get(id) ?? 0);
      run.scratch.takeName(`category:${id}`, categoryOf(run, row));
    }
  }
  await notePosts(run);
  await listOthers(run);
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

/** The largest number of a post in each topic, those included that say what happened. */
async function largestNumbers({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await source.rows(
    "SELECT p.topic_id AS id, MAX(p.post_number) AS n FROM {posts} p WHERE p.topic_id IN (?) GROUP BY p.topic_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}

async function lowestPost({ source }: Run, id: number): Promise<number | null> {
  const sql = `SELECT p.id AS id FROM {posts} p WHERE p.topic_id = ? AND p.${IS_TEXT} ORDER BY p.post_number, p.id LIMIT 1`;
  return idOf((await source.row(sql, [id]))["id"]);
}

/** Notes the posts. Their numbers stay: the first one of Discourse is 1, and is the text here. */
async function notePosts(run: Run): Promise<void> {
  const columns = ["id", "topic_id", "post_number", "user_id", "deleted_at", "hidden", "user_deleted"];
  for await (const slice of run.source.slices("posts", { columns, where: POSTS }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const thread = run.scratch.thread(idOf(row["topic_id"]));
      if (!thread) leaveOut(run, `posts ${id}`, "Its topic does not exist.");
      else notePost(run, row, thread.id, thread.firstPostId === id ? 0 : numberOf(run, row, thread.id));
    }
}

function numberOf(run: Run, row: Row, threadId: number): number {
  const number = wholeOf(row["post_number"]) - 1;
  if (number > 0 && run.scratch.takeName(`number:${threadId}:${number}`, wholeOf(row["id"]))) return number;
  const replies = run.scratch.nextNumber(threadId);
  run.report.remark(
    "numbers",
    `posts ${wholeOf(row["id"])}`,
    `Its number ${wholeOf(row["post_number"])} is now ${replies + 1}.`,
  );
  run.scratch.takeName(`number:${threadId}:${replies}`, wholeOf(row["id"]));
  return replies;
}

function notePost(run: Run, row: Row, threadId: number, number: number): void {
  const authorId = authorOf(run, idOf(row["user_id"]));
  run.scratch.addPost({ id: wholeOf(row["id"]), threadId, number, parentId: null, authorId });
}

/** Lists what is left out: texts for staff, and lines that say what happened. */
async function listOthers(run: Run): Promise<void> {
  const reading = { columns: ["post_type"], where: `NOT ${IS_TEXT}` };
  for await (const slice of run.source.slices("posts", reading))
    for (const row of slice) {
      const kind = OTHERS[wholeOf(row["post_type"])] ?? "smallActions";
      const reason = kind === "whispers" ? "Only staff reads it" : "It says what happened";
      run.report.remark(kind, `posts ${wholeOf(row["id"])}`, `${reason}; it is left out.`);
    }
}
