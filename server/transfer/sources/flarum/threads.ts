import { literal } from "../../../core/markdown/literal.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { cleanLine, lengthOf, nameKey } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import type { ThreadNote } from "../scratch.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { noteUses } from "./files.ts";
import { COMMENTS, isUnapproved } from "./outline.ts";
import { listOtherPolls, type Poll, pollsOf, threadPollIn, wordsOf, writeThreadPoll } from "./polls.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText, type Parts } from "./texts.ts";

const COLUMNS = [
  "id",
  "title",
  "created_at",
  "hidden_at",
  "hidden_user_id",
  "is_approved",
  "is_locked",
  "is_sticky",
  "view_count",
  "last_posted_at",
  "best_answer_post_id",
];
const POST_COLUMNS = [
  "id",
  "content",
  "created_at",
  "edited_at",
  "hidden_at",
  "hidden_user_id",
  "is_approved",
];

/** Writes the discussions with the text of their first posts. */
export async function readThreads(run: Run): Promise<void> {
  for await (const slice of run.source.slices("discussions", { columns: COLUMNS })) {
    const notes = slice.flatMap((row) => run.scratch.thread(wholeOf(row["id"])) ?? []);
    const firstIds = new Map(
      notes.flatMap(({ id, firstPostId }) => (firstPostId ? [[id, firstPostId]] : [])),
    );
    const ids = [...firstIds.values()];
    const texts = await run.source.rowsOf("posts", "id", ids, POST_COLUMNS);
    const polls = await pollsOf(run, ids, firstIds);
    const tags = await run.source.rowsOf("discussion_tag", "discussion_id", firstIds.keys(), ["tag_id"]);
    for (const row of slice) {
      const note = run.scratch.thread(wholeOf(row["id"]));
      const first = run.scratch.post(note?.firstPostId ?? null) && texts.get(note!.firstPostId!)?.[0];
      if (!note) continue;
      await writeThread(
        run,
        row,
        note,
        first,
        polls.get(note.firstPostId ?? 0) ?? [],
        tags.get(note.id) ?? [],
      );
    }
    run.options.tell(`discussions: ${textOf(slice.at(-1)!["id"])}`);
  }
  await listOtherPolls(run);
}

async function writeThread(
  run: Run,
  row: Row,
  note: ThreadNote,
  first: Row | undefined,
  polls: readonly Poll[],
  tags: readonly Row[],
): Promise<void> {
  const label = `discussions ${note.id}`;
  const title = cleanLine(textOf(row["title"]));
  const isLong = lengthOf(title) > TITLE_MAX;
  if (isLong) run.report.remark("longTitles", label, title);
  const categoryId = run.scratch.name(`category:${note.id}`)!.id;
  const isHidden = textOf(first?.["hidden_at"]) !== "";
  const poll = isHidden ? null : threadPollIn(polls);
  const waits = isUnapproved(row) || (first !== undefined && isUnapproved(first));
  await run.writer.append("threads", {
    id: note.id,
    categoryId,
    authorId: note.authorId,
    title: isLong ? `${[...title].slice(0, TITLE_MAX - 1).join("")}…` : title,
    body: withTopics(
      run,
      tags,
      bodyOf(run, label, note, first, {
        before: isLong ? literal(title) : "",
        polls: polls.filter((each) => each !== poll),
        behind: poll ? wordsOf(poll) : "",
      }),
    ),
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    isAnonymous: false,
    isSticky: wholeOf(row["is_sticky"]) === 1,
    stickyUntil: null,
    isEssence: false,
    lockedAt:
      wholeOf(row["is_locked"]) === 1 ? timeOf(run, row["last_posted_at"] ?? row["created_at"]) : null,
    lockReason: null,
    approval: waits ? "PENDING" : "APPROVED",
    ...deletionOf(run, row),
    mergedIntoId: null,
    solutionId: solutionOf(run, row),
    movedNumber: 0,
    viewCount: Math.max(wholeOf(row["view_count"]), 0),
    longitude: null,
    latitude: null,
    address: "",
    location: "",
    createdAt: timeOf(run, row["created_at"]),
    editedAt: run.times.utc(first?.["edited_at"]),
  });
  if (poll) await writeThreadPoll(run, note.id, poll, run.access.tags.get(categoryId) ?? null);
}

/** Converts the text of a discussion. A first post that was deleted, or that few people read, leaves it without one. */
function bodyOf(run: Run, label: string, note: ThreadNote, first: Row | undefined, parts: Parts): string {
  const content = textOf(first?.["content"]);
  if (first === undefined) run.report.remark("threads", label, "It has no first post; its text is empty.");
  if (textOf(first?.["hidden_at"]) === "") {
    const text = convertText(run, label, content, parts);
    noteUses(run, note.firstPostId ?? 0, text.attachmentIds);
    return text.markdown;
  }
  const { markdown } = convertText(run, label, content, { polls: parts.polls ?? [] });
  run.report.remark("hiddenTexts", label, markdown);
  return parts.before ?? "";
}

/** Adds the topics of a discussion that its text does not name. */
function withTopics(run: Run, tags: readonly Row[], markdown: string): string {
  const present = new Set(topicsIn(markdown).map(nameKey));
  const missing = tags.flatMap(({ tag_id: id }) => {
    const name = run.scratch.topic(idOf(id))?.name;
    return name === undefined || present.has(nameKey(name)) ? [] : [`#${name}#`];
  });
  return [markdown, [...new Set(missing)].join(" ")].filter((part) => part !== "").join("\n\n");
}

/** Gives when and by whom a text was hidden; a date that is none hides it as well. */
function deletionOf(run: Run, row: Row): Pick<RecordOf<"posts">, "deletedAt" | "deletedById"> {
  const isHidden = textOf(row["hidden_at"]) !== "";
  return {
    deletedAt: isHidden ? timeOf(run, row["hidden_at"]) : null,
    deletedById: isHidden ? (run.scratch.member(idOf(row["hidden_user_id"]))?.id ?? null) : null,
  };
}

function solutionOf(run: Run, row: Row): number | null {
  const post = run.scratch.post(idOf(row["best_answer_post_id"]));
  return post && post.number !== 0 && post.threadId === wholeOf(row["id"]) ? post.id : null;
}

/** Writes the replies; first posts are the text of their discussions. */
export async function readPosts(run: Run): Promise<void> {
  for await (const slice of run.source.slices("posts", { columns: POST_COLUMNS, where: COMMENTS })) {
    const polls = await pollsOf(
      run,
      slice.map((row) => wholeOf(row["id"])),
    );
    for (const row of slice) await writePost(run, row, polls.get(wholeOf(row["id"])) ?? []);
    run.options.tell(`posts: ${textOf(slice.at(-1)!["id"])}`);
  }
}

async function writePost(run: Run, row: Row, polls: readonly Poll[]): Promise<void> {
  const id = wholeOf(row["id"]);
  const post = run.scratch.post(id);
  if (!post || post.number === 0) return;
  const text = convertText(run, `posts ${id}`, textOf(row["content"]), { polls });
  noteUses(run, id, text.attachmentIds);
  const target = run.scratch.post(text.answeredId);
  const isAnswer = target && target.threadId === post.threadId && target.number !== 0 && target.id < id;
  await run.writer.append("posts", {
    id,
    threadId: post.threadId,
    number: post.number,
    parentId: null,
    replyToPostId: isAnswer ? target.id : null,
    authorId: post.authorId,
    body: text.markdown,
    isAnonymous: false,
    approval: isUnapproved(row) ? "PENDING" : "APPROVED",
    ...deletionOf(run, row),
    createdAt: timeOf(run, row["created_at"]),
    editedAt: run.times.utc(row["edited_at"]),
  });
}
