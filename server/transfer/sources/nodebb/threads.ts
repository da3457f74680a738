import { literal } from "../../../core/markdown/literal.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { cleanLine, lengthOf, nameKey } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, putAddress } from "../run.ts";
import type { ThreadNote } from "../scratch.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { isSet, millisOf } from "./fields.ts";
import { tagsOf } from "./places.ts";
import { pollsOf, threadPollIn, wordsOf, writeThreadPoll } from "./polls.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText, signedBy, type Text } from "./texts.ts";

/** Files of a draft. */
const DRAFT_FILES_MAX = 200;
/** Objects between two lines of progress. */
const TELL_EVERY = 10_000;

/** Writes the topics with the text of their first posts; those that have not appeared yet are drafts. */
export async function readThreads(run: Run): Promise<void> {
  let count = 0;
  for (const { id, row } of run.objects.each("topic")) {
    const note = run.scratch.thread(id)!;
    const first = note.firstPostId === null ? undefined : run.objects.hash("post", note.firstPostId);
    if (note.firstPostId !== null && note.isDraft === 0)
      putAddress(run, `/post/${note.firstPostId}`, `/thread/${id}`);
    if (note.isDraft === 1) putDraft(run, row, note, first);
    else await writeThread(run, row, note, first);
    if (++count % TELL_EVERY === 0) run.options.tell(`topics: ${count}`);
  }
}

async function writeThread(run: Run, row: Row, note: ThreadNote, first: Row | undefined): Promise<void> {
  const { id } = note;
  const { title, before } = titleOf(run, row, id);
  const now = run.options.now.toISOString();
  const stickyUntil = millisOf(row["pinExpiry"]);
  const isSticky = isSet(row["pinned"]) && (stickyUntil === null || stickyUntil > now);
  const createdAt = timeOf(run, row, "timestamp");
  const mergedIntoId = mergedInto(run, row, id);
  const polls = first === undefined || isSet(first["deleted"]) ? [] : pollsOf(run, first, row);
  const poll = threadPollIn(polls);
  await run.writer.append("threads", {
    id,
    categoryId: run.scratch.name(`category:${id}`)!.id,
    authorId: note.authorId,
    title,
    body: withTopics(run, row, bodyOf(run, row, note, first, before, wordsOf(run, polls, poll))),
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    isAnonymous: false,
    isSticky,
    stickyUntil: isSticky ? stickyUntil : null,
    isEssence: false,
    lockedAt: isSet(row["locked"]) ? timeOf(run, row, "lastposttime", "timestamp") : null,
    lockReason: null,
    approval: "APPROVED",
    ...deletionOf(run, row, "deletedTimestamp", "mergedTimestamp", "lastposttime", "timestamp"),
    mergedIntoId,
    solutionId: solutionOf(run, row, id),
    movedNumber: 0,
    viewCount: Math.max(wholeOf(row["viewcount"]), 0),
    longitude: null,
    latitude: null,
    address: "",
    location: "",
    createdAt,
    editedAt: millisOf(first?.["edited"]),
  });
  if (poll) await writeThreadPoll(run, id, poll);
}

/** Gives the topic that has taken the posts of one; where its first post is now, its address leads. */
function mergedInto(run: Run, row: Row, id: number): number | null {
  const target = isSet(row["deleted"]) ? run.scratch.thread(idOf(row["mergeIntoTid"])) : undefined;
  if (!target || target.id === id || target.isDraft === 1) return null;
  const post = run.scratch.post(idOf(row["mainPid"]));
  if (post && post.threadId !== id) {
    const isText = post.number === 0;
    const place = { postId: isText ? null : post.id, toThreadId: isText ? post.threadId : null };
    run.scratch.put("postMoves", [id, 0], { threadId: id, number: 0, ...place });
  }
  return target.id;
}

/** Gives the title; of one that is too long, the text begins with the whole. */
function titleOf(run: Run, row: Row, id: number): { title: string; before: string } {
  const title = cleanLine(textOf(row["title"]));
  if (lengthOf(title) <= TITLE_MAX) return { title, before: "" };
  run.report.remark("longTitles", `topic:${id}`, title);
  return { title: `${[...title].slice(0, TITLE_MAX - 1).join("")}…`, before: literal(title) };
}

/** Converts the text of a topic. A first post that was deleted leaves it without one; the report has that text. */
function bodyOf(
  run: Run,
  row: Row,
  note: ThreadNote,
  first: Row | undefined,
  title: string,
  after: readonly string[],
): string {
  const label = `topic:${note.id}`;
  if (first === undefined) {
    if (!isSet(row["deleted"]))
      run.report.remark("threads", label, "It has no first post; its text is empty.");
    return title;
  }
  if (!isSet(first["deleted"])) {
    const parts = { before: [title, signedBy(run, note.authorId, first)], after };
    return convertText(run, label, textOf(first["content"]), parts).markdown;
  }
  run.report.remark("hiddenTexts", label, textOf(first["content"]));
  return title;
}

/** Adds the tags of a topic that its text does not name. */
function withTopics(run: Run, row: Row, markdown: string): string {
  const present = new Set(topicsIn(markdown).map(nameKey));
  const missing = tagsOf(row["tags"]).flatMap((tag) => {
    const name = run.scratch.topic(idOf(run.scratch.name(`tag:${tag}`)?.id))?.name;
    return name === undefined || present.has(nameKey(name)) ? [] : [`#${name}#`];
  });
  return [markdown, [...new Set(missing)].join(" ")].filter((part) => part !== "").join("\n\n");
}

/** Gives when and by whom a text was deleted. */
function deletionOf(
  run: Run,
  row: Row,
  ...times: string[]
): Pick<RecordOf<"posts">, "deletedAt" | "deletedById"> {
  const isDeleted = isSet(row["deleted"]);
  return {
    deletedAt: isDeleted ? timeOf(run, row, ...times) : null,
    deletedById: isDeleted ? (run.scratch.member(idOf(row["deleterUid"]))?.id ?? null) : null,
  };
}

/** The answer that was accepted, by the plugin for questions. */
function solutionOf(run: Run, row: Row, id: number): number | null {
  const post = run.scratch.post(idOf(row["solvedPid"]));
  return post && post.number !== 0 && post.threadId === id ? post.id : null;
}

function putDraft(run: Run, row: Row, note: ThreadNote, first: Row | undefined): void {
  const label = `topic:${note.id}`;
  if (note.authorId === run.ghostId || isSet(row["deleted"])) {
    leaveOut(run, label, "It has not appeared, and is of nobody or deleted.");
    return;
  }
  const { title, before } = titleOf(run, row, note.id);
  const text: Text = convertText(run, label, textOf(first?.["content"]), {
    before: [before],
    after: wordsOf(run, pollsOf(run, first, row)),
  });
  const categoryId = run.scratch.name(`category:${note.id}`)!.id;
  run.report.remark(
    "scheduled",
    label,
    `It appears at ${timeOf(run, row, "timestamp")}; it is a draft here.`,
  );
  // Its own time is that at which it appears.
  const time = run.beganAt;
  run.scratch.put("drafts", [note.id, 0], {
    id: note.id,
    memberId: note.authorId,
    threadId: null,
    categoryId,
    title,
    body: text.markdown,
    isAnonymous: false,
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    attachmentIds: text.attachmentIds
      .filter((id) => run.scratch.attachment(id)?.path)
      .slice(0, DRAFT_FILES_MAX),
    gifts: "",
    poll: "",
    goods: "",
    createdAt: time,
    updatedAt: time,
  } satisfies RecordOf<"drafts">);
}

/** Writes the replies; first posts are the text of their topics. */
export async function readPosts(run: Run): Promise<void> {
  let count = 0;
  for (const { id, row } of run.objects.each("post")) {
    await writePost(run, id, row);
    if (++count % TELL_EVERY === 0) run.options.tell(`posts: ${count}`);
  }
}

async function writePost(run: Run, id: number, row: Row): Promise<void> {
  const post = run.scratch.post(id);
  if (!post || post.number === 0) return;
  const parts = { before: [signedBy(run, post.authorId, row)], after: wordsOf(run, pollsOf(run, row)) };
  const text = convertText(run, `post:${id}`, textOf(row["content"]), parts);
  const target = run.scratch.post(idOf(row["toPid"]) ?? text.quotedId);
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
    approval: "APPROVED",
    ...deletionOf(run, row, "deletedTimestamp", "edited", "timestamp"),
    createdAt: timeOf(run, row, "timestamp"),
    editedAt: millisOf(row["edited"]),
  });
}

/** Lists what waits for a review there: nobody but its author has seen it. */
export function listQueue(run: Run): void {
  for (const name of run.objects.namesBehind("post:queue:"))
    leaveOut(run, `post:queue:${name}`, "It waits for a review there; review it, or it stays behind.");
}
