import { literal } from "../../../core/markdown/literal.ts";
import { lengthOf } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { canBePoll } from "../polls.ts";
import type { ThreadNote } from "../scratch.ts";
import { type FilesByPost, filesByPost } from "./attachments.ts";
import type { Row } from "../sqlSource.ts";
import { categoryOf } from "./forums.ts";
import { choicesOf, type Poll, POLL_COLUMNS, pollOf, wordsOf, writeTopicPoll } from "./polls.ts";
import { authorOf, leaveOut, putAddress } from "../run.ts";
import { lineOf, type Run, secondsOf, timeOf, visibilityOf } from "./run.ts";
import { convertText, signedBy, type Text } from "./texts.ts";

/** `topic_status`. */
const [LOCKED, MOVED] = [1, 2];
/** `topic_type`: sticky, announcement, and announcement in all forums. */
const [STICKY, EVERYWHERE] = [1, 3];

/** Notes who wrote which topic and post, so that texts and files find them. */
export async function noteTopics(run: Run): Promise<void> {
  const columns = ["forum_id", "topic_title", "topic_poster", "topic_status", "topic_first_post_id"];
  const reading = { key: ["topic_id"], columns, where: `topic_status <> ${MOVED}` };
  for await (const slice of run.source.slices("topics", reading)) {
    const firstIds = await firstIdsOf(run, slice);
    for (const row of slice) {
      const id = wholeOf(row["topic_id"]);
      const title = cut(lineOf(row["topic_title"]), TITLE_MAX);
      const authorId = authorOf(run, idOf(row["topic_poster"]));
      run.scratch.addThread({ id, title, authorId, firstPostId: firstIds.get(id) ?? null });
    }
  }
  await notePosts(run);
}

/** Finds the first posts of topics; where the column names one of another topic, the oldest is the first. */
async function firstIdsOf({ source }: Run, slice: readonly Row[]): Promise<Map<number, number>> {
  const claimed = slice.map((row) => wholeOf(row["topic_first_post_id"]));
  const posts = await source.rowsOf("posts", "post_id", claimed, { columns: ["topic_id"], order: "post_id" });
  const firstIds = new Map<number, number>();
  for (const row of slice) {
    const id = wholeOf(row["topic_id"]);
    const first = wholeOf(row["topic_first_post_id"]);
    if (wholeOf(posts.get(first)?.[0]?.["topic_id"]) === id) firstIds.set(id, first);
    else {
      const sql = "SELECT post_id FROM {posts} WHERE topic_id = ? ORDER BY post_time, post_id LIMIT 1";
      const oldest = idOf((await source.rows(sql, [id]))[0]?.["post_id"]);
      if (oldest !== null) firstIds.set(id, oldest);
    }
  }
  return firstIds;
}

/** Notes the posts in the order in which topics show them, which gives them their numbers. */
async function notePosts(run: Run): Promise<void> {
  const reading = { key: ["topic_id", "post_time", "post_id"], columns: ["poster_id"] };
  for await (const slice of run.source.slices("posts", reading))
    for (const row of slice) {
      const id = wholeOf(row["post_id"]);
      const thread = run.scratch.thread(idOf(row["topic_id"]));
      if (!thread) {
        leaveOut(run, `posts ${id}`, `Topic ${textOf(row["topic_id"])} does not exist.`);
        continue;
      }
      const isFirst = thread.firstPostId === id;
      const number = isFirst ? 0 : run.scratch.nextNumber(thread.id);
      const authorId = authorOf(run, idOf(row["poster_id"]));
      run.scratch.addPost({ id, threadId: thread.id, number, parentId: null, authorId });
    }
}

const COLUMNS = [
  "forum_id",
  "topic_title",
  "topic_time",
  "topic_last_post_time",
  "topic_views",
  "topic_type",
  "topic_time_limit",
  "topic_status",
  "topic_moved_id",
  "topic_visibility",
  "topic_approved",
  "topic_delete_time",
  "topic_delete_user",
  ...POLL_COLUMNS,
];

/** Rows that belong to the topics of a slice. */
interface Belongings {
  readonly texts: ReadonlyMap<number, readonly Row[]>;
  readonly choices: ReadonlyMap<number, readonly Row[]>;
  readonly files: FilesByPost;
}

/** Writes the topics with the text of their first posts; links to topics that were moved become old addresses. */
export async function readTopics(run: Run): Promise<void> {
  for await (const slice of run.source.slices("topics", { key: ["topic_id"], columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["topic_id"]));
    const firstIds = ids.flatMap((id) => run.scratch.thread(id)?.firstPostId ?? []);
    const belongings: Belongings = {
      texts: await run.source.rowsOf("posts", "post_id", firstIds, {
        columns: ["post_text", "post_username", "bbcode_uid", "enable_bbcode", "post_edit_time"],
        order: "post_id",
      }),
      choices: await choicesOf(run, ids),
      files: await filesByPost(run, firstIds, "post"),
    };
    for (const row of slice)
      if (wholeOf(row["topic_status"]) === MOVED) noteShadow(run, row);
      else await writeTopic(run, row, belongings);
    run.options.tell(`topics: ${textOf(slice.at(-1)!["topic_id"])}`);
  }
}

/** A topic that was moved left a link in its old forum. */
function noteShadow(run: Run, row: Row): void {
  const target = run.scratch.thread(idOf(row["topic_moved_id"]));
  const id = wholeOf(row["topic_id"]);
  if (!target) {
    leaveOut(run, `topics ${id}`, "It leads to a topic that does not exist.");
    return;
  }
  for (const query of [`t=${id}`, `f=${wholeOf(row["forum_id"])}&t=${id}`])
    putAddress(run, `/viewtopic.php?${query}`, `/thread/${target.id}`);
}

async function writeTopic(run: Run, row: Row, belongings: Belongings): Promise<void> {
  const note = run.scratch.thread(wholeOf(row["topic_id"]))!;
  const label = `topics ${note.id}`;
  // Links name the first post without its topic; here it is the text of the thread and has no id.
  if (note.firstPostId !== null)
    putAddress(run, `/viewtopic.php?p=${note.firstPostId}`, `/thread/${note.id}`);
  const type = wholeOf(row["topic_type"]);
  if (type === EVERYWHERE) run.report.remark("announcements", label, "It was shown in all forums.");
  const post = belongings.texts.get(note.firstPostId ?? 0)?.[0];
  const title = lineOf(row["topic_title"]);
  const isLong = lengthOf(title) > TITLE_MAX;
  if (isLong) run.report.remark("longTitles", label, title);
  const poll = pollOf(run, row, post?.["bbcode_uid"], belongings.choices.get(note.id) ?? []);
  const text = textOfTopic(run, row, note, belongings, poll);
  const limit = wholeOf(row["topic_time_limit"]);
  const isSticky = type >= STICKY;
  await run.writer.append("threads", {
    ...PLAIN,
    id: note.id,
    categoryId: categoryOf(run, row["forum_id"]),
    authorId: note.authorId,
    title: isLong ? `${[...title].slice(0, TITLE_MAX - 1).join("")}…` : title,
    body: text.markdown,
    isSticky,
    stickyUntil: isSticky && limit > 0 ? secondsOf(wholeOf(row["topic_time"]) + limit) : null,
    lockedAt:
      wholeOf(row["topic_status"]) === LOCKED ? timeOf(run, row, "topic_last_post_time", "topic_time") : null,
    ...visibilityOf(run, row, "topic"),
    viewCount: Math.max(wholeOf(row["topic_views"]), 0),
    createdAt: timeOf(run, row, "topic_time"),
    editedAt: secondsOf(post?.["post_edit_time"]),
  });
  if (poll && canBePoll(poll.options)) await writeTopicPoll(run, poll);
}

/** Fields that topics of phpBB do not have. */
const PLAIN = {
  priceCents: 0,
  freePercent: 0,
  attachmentPriceCents: 0,
  isAnonymous: false,
  isEssence: false,
  lockReason: null,
  mergedIntoId: null,
  solutionId: null,
  movedNumber: 0,
  longitude: null,
  latitude: null,
  address: "",
  location: "",
};

/** Converts the text of a topic; a title that was cut, the name of a guest, and a poll are a part of it. */
function textOfTopic(
  run: Run,
  row: Row,
  note: ThreadNote,
  { texts, files }: Belongings,
  poll: Poll | null,
): Text {
  const label = `topics ${note.id}`;
  const post = texts.get(note.firstPostId ?? 0)?.[0];
  if (!post) run.report.remark("topics", label, "It has no first post; its text is empty.");
  const title = lineOf(row["topic_title"]);
  return convertText(run, label, {
    text: textOf(post?.["post_text"]),
    uid: post?.["bbcode_uid"],
    hasTags: post?.["enable_bbcode"],
    files: files.get(note.firstPostId ?? 0) ?? [],
    before: [
      lengthOf(title) > TITLE_MAX ? literal(title) : "",
      signedBy(run, note.authorId, post?.["post_username"]),
    ],
    behind: [wordsOf(run, poll)],
  });
}
