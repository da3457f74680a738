import { literal } from "../../../core/markdown/literal.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { cleanLine, lengthOf, nameKey } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, putAddress } from "../run.ts";
import type { ThreadNote } from "../scratch.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { noteUses } from "./files.ts";
import { isGone, POSTS, TOPICS } from "./outline.ts";
import { type Poll, pollsOf, threadPollIn, writeThreadPoll } from "./polls.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText, postAt } from "./texts.ts";

const COLUMNS = [
  "id",
  "title",
  "closed",
  "archived",
  "pinned_at",
  "pinned_until",
  "deleted_at",
  "deleted_by_id",
  "views",
  "created_at",
  "bumped_at",
];
const POST_COLUMNS = [
  "id",
  "topic_id",
  "raw",
  "reply_to_post_number",
  "created_at",
  "last_version_at",
  "version",
  "deleted_at",
  "deleted_by_id",
  "hidden",
  "hidden_at",
  "user_deleted",
];

/** Rows of other tables about a slice of topics. */
interface Beside {
  readonly firsts: ReadonlyMap<number, readonly Row[]>;
  readonly polls: ReadonlyMap<number, readonly Poll[]>;
  readonly tags: ReadonlyMap<number, readonly Row[]>;
  readonly solutions: ReadonlyMap<number, number>;
}

/** Writes the topics with the text of their first posts. */
export async function readThreads(run: Run): Promise<void> {
  for await (const slice of run.source.slices("topics", { columns: COLUMNS, where: TOPICS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const firstIds = ids.flatMap((id) => run.scratch.thread(id)?.firstPostId ?? []);
    const beside: Beside = {
      firsts: await run.source.rowsOf("posts", "id", firstIds, POST_COLUMNS),
      polls: await pollsOf(run, firstIds),
      tags: await run.source.rowsOf("topic_tags", "topic_id", ids, ["tag_id"]),
      solutions: await solutionsOf(run, ids),
    };
    for (const row of slice) {
      const note = run.scratch.thread(wholeOf(row["id"]));
      if (note) await writeThread(run, row, note, beside);
    }
    run.options.tell(`topics: ${textOf(slice.at(-1)!["id"])}`);
  }
}

async function writeThread(run: Run, row: Row, note: ThreadNote, beside: Beside): Promise<void> {
  const { id, firstPostId } = note;
  const label = `topics ${id}`;
  const title = cleanLine(textOf(row["title"]));
  const isLong = lengthOf(title) > TITLE_MAX;
  if (isLong) run.report.remark("longTitles", label, title);
  const first = beside.firsts.get(firstPostId ?? 0)?.[0];
  const isLocked = wholeOf(row["closed"]) === 1 || wholeOf(row["archived"]) === 1;
  const pinnedUntil = run.times.utc(row["pinned_until"]);
  const isPinned = textOf(row["pinned_at"]) !== "";
  const isOver = pinnedUntil !== null && pinnedUntil <= run.options.now.toISOString();
  if (firstPostId !== null) putAddress(run, `/p/${firstPostId}`, `/thread/${id}`);
  const threadPoll = hidesText(row, first)
    ? null
    : threadPollIn(textOf(first?.["raw"]), beside.polls.get(firstPostId ?? 0) ?? []);
  await run.writer.append("threads", {
    id,
    categoryId: run.scratch.name(`category:${id}`)!.id,
    authorId: note.authorId,
    title: isLong ? `${[...title].slice(0, TITLE_MAX - 1).join("")}…` : title || `主题 ${id}`,
    body: bodyOf(run, row, note, first, beside, { threadPoll, before: isLong ? literal(title) : "" }),
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    isAnonymous: false,
    isSticky: isPinned && !isOver,
    stickyUntil: isPinned && !isOver ? pinnedUntil : null,
    isEssence: false,
    lockedAt: isLocked ? timeOf(run, row["bumped_at"] ?? row["created_at"]) : null,
    lockReason: null,
    approval: "APPROVED",
    ...deletionOf(run, row),
    mergedIntoId: null,
    solutionId: beside.solutions.get(id) ?? null,
    movedNumber: 0,
    viewCount: Math.max(wholeOf(row["views"]), 0),
    longitude: null,
    latitude: null,
    address: "",
    location: "",
    createdAt: timeOf(run, row["created_at"]),
    editedAt: first ? editOf(run, first) : null,
  });
  if (threadPoll) await writeThreadPoll(run, id, threadPoll);
}

/** True for a topic that is there while its first post is hidden or deleted. */
function hidesText(row: Row, first: Row | undefined): boolean {
  return first !== undefined && textOf(row["deleted_at"]) === "" && isGone(first);
}

/** Converts the text of a topic with its tags. A first post that is hidden or deleted leaves it without one. */
function bodyOf(
  run: Run,
  row: Row,
  note: ThreadNote,
  first: Row | undefined,
  beside: Beside,
  parts: { readonly threadPoll: Poll | null; readonly before: string },
): string {
  const label = `topics ${note.id}`;
  const isDeleted = textOf(row["deleted_at"]) !== "";
  const isHidden = hidesText(row, first);
  if (first === undefined) run.report.remark("threads", label, "It has no first post; its text is empty.");
  const polls = beside.polls.get(note.firstPostId ?? 0) ?? [];
  const raw = textOf(first?.["raw"]);
  const text = convertText(run, label, isHidden ? "" : raw, { ...parts, polls });
  if (isHidden) run.report.remark("hiddenTexts", label, convertText(run, label, raw).markdown);
  else if (first) noteUses(run, note.firstPostId!, text.attachmentIds, isOpen(run, note.id, isDeleted));
  const present = new Set(topicsIn(text.markdown).map(nameKey));
  const missing = (beside.tags.get(note.id) ?? []).flatMap(({ tag_id: id }) => {
    const name = run.scratch.topic(idOf(id))?.name;
    return name === undefined || present.has(nameKey(name)) ? [] : [`#${name}#`];
  });
  return [text.markdown, [...new Set(missing)].join(" ")].filter((part) => part !== "").join("\n\n");
}

/** True for what everybody reads in a topic. */
function isOpen(run: Run, threadId: number, isDeleted: boolean): boolean {
  const category = run.access.categories.get(run.scratch.name(`category:${threadId}`)?.id ?? 0);
  return !isDeleted && category !== undefined && run.access.isOpen(category);
}

/** Gives when and by whom a text was deleted; those that flags have hidden are deleted here. */
function deletionOf(run: Run, row: Row): Pick<RecordOf<"posts">, "deletedAt" | "deletedById"> {
  if (!isGone(row)) return { deletedAt: null, deletedById: null };
  const time = row["deleted_at"] ?? row["hidden_at"] ?? row["created_at"];
  return {
    deletedAt: timeOf(run, time),
    deletedById: run.scratch.member(idOf(row["deleted_by_id"]))?.id ?? null,
  };
}

/** The time of the last version that is not the first one. */
function editOf(run: Run, row: Row): string | null {
  return wholeOf(row["version"]) > 1 ? run.times.utc(row["last_version_at"]) : null;
}

/** Reads the accepted answers of topics, of newer and older versions of the plugin. */
async function solutionsOf(run: Run, ids: readonly number[]): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  const { source, scratch } = run;
  const fields = await source.rowsOf("topic_custom_fields", "topic_id", ids, ["name", "value"]);
  const rows = await source.rowsOf("discourse_solved_solved_topics", "topic_id", ids, ["answer_post_id"]);
  for (const id of ids) {
    const field = fields.get(id)?.find((row) => textOf(row["name"]) === "accepted_answer_post_id");
    const post = scratch.post(idOf(rows.get(id)?.[0]?.["answer_post_id"]) ?? idOf(field?.["value"]));
    if (post && post.number !== 0 && post.threadId === id) result.set(id, post.id);
  }
  return result;
}

/** Writes the replies; first posts are the text of their topics. */
export async function readPosts(run: Run): Promise<void> {
  for await (const slice of run.source.slices("posts", { columns: POST_COLUMNS, where: POSTS })) {
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
  const text = convertText(run, `posts ${id}`, textOf(row["raw"]), { polls });
  noteUses(run, id, text.attachmentIds, isOpen(run, post.threadId, isGone(row)));
  const answered = idOf(row["reply_to_post_number"]);
  const answeredId = answered === null ? text.answeredId : postAt(run, post.threadId, answered);
  const target = run.scratch.post(answeredId);
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
    ...deletionOf(run, row),
    createdAt: timeOf(run, row["created_at"]),
    editedAt: editOf(run, row),
  });
}

/** Lists what waits for a review there: nobody but its author has seen it. */
export async function listQueue(run: Run): Promise<void> {
  const where = "type = 'ReviewableQueuedPost' AND status = 0";
  for await (const slice of run.source.slices("reviewables", { columns: ["id"], where }))
    for (const { id } of slice)
      leaveOut(
        run,
        `reviewables ${textOf(id)}`,
        "It waits for a review there; review it, or it stays behind.",
      );
}
