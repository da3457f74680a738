import { literal } from "../../../core/markdown/literal.ts";
import { isTopicName } from "../../../core/markdown/names.ts";
import { lengthOf, nameKey } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import type { BbcodePoll } from "../../bodies/bbcode.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { canBePoll, remarkLimit, wordsBeside, writePoll } from "../polls.ts";
import { leaveOut } from "../run.ts";
import type { ThreadNote } from "../scratch.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { isClosed } from "./outline.ts";
import {
  CLOSED_CATEGORY,
  lineOf,
  LOST_CATEGORY,
  type Run,
  secondsOf,
  splitTables,
  timeOf,
  together,
} from "./run.ts";
import { convertText, type Text } from "./texts.ts";

const COLUMNS = [
  "fid",
  "typeid",
  "readperm",
  "price",
  "subject",
  "dateline",
  "lastpost",
  "views",
  "displayorder",
  "digest",
  "special",
  "closed",
];
const POST_COLUMNS = ["pid", "message", "htmlon", "bbcodeoff", "anonymous", "invisible", "status"];
const POLL = 1;
const POLL_COLUMNS = ["visible", "expiration", "overt", "multiple", "maxchoices", "voters"];
/** Threads that are more than text, with their names in the report. */
const SPECIALS: Readonly<Record<number, string>> = { 2: "trade", 3: "reward", 4: "activity", 5: "debate" };
const [REVIEW, IGNORED] = [-2, -3];
/** Bit of the state of a post that moderators have covered. */
const COVERED = 1;

/** Rows that belong to the threads of a slice, by their ids. */
interface Belongings {
  readonly texts: ReadonlyMap<number, Row>;
  readonly polls: ReadonlyMap<number, readonly Row[]>;
  readonly choices: ReadonlyMap<number, readonly Row[]>;
  readonly voters: ReadonlyMap<number, readonly Row[]>;
  readonly tags: ReadonlyMap<number, readonly Row[]>;
  readonly types: ReadonlyMap<number, readonly Row[]>;
}

/** State of a thread or a post, as the format has it. */
export interface Visibility {
  readonly approval: RecordOf<"threads">["approval"];
  readonly isDeleted: boolean;
}

/** Gives the state of a row by `displayorder` or `invisible`; what nobody knows waits for a review. */
export function visibilityOf(state: number, status: unknown = 0): Visibility {
  const isCovered = (wholeOf(status) & COVERED) === COVERED;
  if (state === REVIEW) return { approval: "PENDING", isDeleted: isCovered };
  if (state === IGNORED) return { approval: "IGNORED", isDeleted: isCovered };
  const isDeleted = state === -1 || state === -5;
  return { approval: state >= 0 || isDeleted ? "APPROVED" : "PENDING", isDeleted: isDeleted || isCovered };
}

/** Writes the threads with the text of their first posts, and the drafts. */
export async function readThreads(run: Run): Promise<void> {
  for await (const slice of together(run, splitTables(run, "forum_thread"), "tid", { columns: COLUMNS })) {
    const rows = slice.filter((row) => run.scratch.thread(wholeOf(row["tid"])) !== undefined);
    const belongings = await belongingsOf(run, rows);
    for (const row of rows) {
      const note = run.scratch.thread(wholeOf(row["tid"]))!;
      const post = belongings.texts.get(note.id) ?? {};
      const title = titleOf(row, belongings);
      const choices = choicesOf(note.id, belongings);
      const hasPoll = !note.isDraft && canBePoll(choices);
      const text = textOfThread(run, row, post, title, belongings, hasPoll);
      if (note.isDraft) await writeDraft(run, row, note, title, text);
      else await writeThread(run, row, post, note, title, text);
      if (hasPoll) await writeThreadPoll(run, row, choices, belongings);
    }
    run.options.tell(`threads: ${textOf(slice.at(-1)!["tid"])}`);
  }
}

async function belongingsOf(run: Run, rows: readonly Row[]): Promise<Belongings> {
  const { source, scratch } = run;
  const ids = rows.map((row) => wholeOf(row["tid"]));
  const firstIds = ids.flatMap((id) => scratch.thread(id)!.firstPostId ?? []);
  const texts = new Map<number, Row>();
  for (const table of splitTables(run, "forum_post"))
    for (const [id, [row]] of await source.rowsOf(table, "pid", firstIds, POST_COLUMNS))
      texts.set(scratch.post(id)!.threadId, row!);
  const polled = rows.filter((row) => wholeOf(row["special"]) === POLL).map((row) => wholeOf(row["tid"]));
  const typeIds = rows.flatMap((row) => idOf(row["typeid"]) ?? []);
  return {
    texts,
    polls: await source.rowsOf("forum_poll", "tid", polled, POLL_COLUMNS),
    voters: await source.rowsOf("forum_pollvoter", "tid", polled, ["uid", "options", "dateline"]),
    choices: await source.rowsOf("forum_polloption", "tid", polled, [
      "polloptionid",
      "votes",
      "displayorder",
      "polloption",
    ]),
    tags: await source.rowsOf("common_tagitem", "itemid", ids, ["tagid"], "idtype = 'tid'"),
    types: await source.rowsOf("forum_threadclass", "typeid", typeIds, ["name"]),
  };
}

/** The title with the kind that its forum gave it, as Discuz! X shows it. */
function titleOf(row: Row, { types }: Belongings): string {
  const type = lineOf(types.get(wholeOf(row["typeid"]))?.[0]?.["name"]);
  const title = lineOf(row["subject"]);
  return type === "" ? title : `[${type}] ${title}`;
}

function textOfThread(
  run: Run,
  row: Row,
  post: Row,
  title: string,
  belongings: Belongings,
  hasPoll: boolean,
): Text {
  const id = wholeOf(row["tid"]);
  const label = `forum_thread ${id}`;
  if (post["message"] === undefined)
    run.report.remark("threads", label, "It has no first post; its text is empty.");
  const special = SPECIALS[wholeOf(row["special"])];
  if (special) run.report.remark("specials", label, special);
  const before = lengthOf(title) > TITLE_MAX ? literal(title) : "";
  const text = convertText(run, label, post, before, hasPoll ? undefined : pollOf(run, row, belongings));
  const names = (belongings.tags.get(id) ?? []).flatMap(
    ({ tagid }) => run.scratch.topic(idOf(tagid))?.name ?? [],
  );
  const topics = [...new Set(names)].filter(isTopicName).map((name) => `#${name}#`);
  const words = hasPoll ? wordsBeside({ title: "", options: choicesOf(id, belongings) }) : "";
  const parts = [text.markdown, words, topics.join(" ")].filter((part) => part !== "");
  return { ...text, markdown: parts.join("\n\n") };
}

/** Gives a poll with its results, unless those were for voters until its end. */
function pollOf(run: Run, row: Row, belongings: Belongings): BbcodePoll | undefined {
  const { polls } = belongings;
  const id = wholeOf(row["tid"]);
  const options = choicesOf(id, belongings);
  if (options.length === 0) return undefined;
  const poll = polls.get(id)?.[0] ?? {};
  const ends = wholeOf(poll["expiration"]);
  const isOver = ends > 0 && ends * 1_000 <= run.options.now.getTime();
  const isSecret = wholeOf(poll["visible"]) === 1 && !isOver;
  if (isSecret) run.report.remark("polls", `forum_thread ${id}`, "Its results were for voters only.");
  return {
    title: lineOf(row["subject"]),
    choices: options.map(({ text, voteCount }) => [text, isSecret ? "" : String(voteCount)]),
  };
}

/** Lists the options of a poll in the order in which they are shown; none without a poll. */
function choicesOf(threadId: number, { choices }: Belongings) {
  const sorted = [...(choices.get(threadId) ?? [])].sort(
    (one, other) =>
      wholeOf(one["displayorder"]) - wholeOf(other["displayorder"]) ||
      wholeOf(one["polloptionid"]) - wholeOf(other["polloptionid"]),
  );
  return sorted.map((option) => ({
    id: wholeOf(option["polloptionid"]),
    text: lineOf(option["polloption"]),
    voteCount: wholeOf(option["votes"]),
  }));
}

/** Writes the poll of a thread. Voters are named by the ids of their options, with tabs between them. */
async function writeThreadPoll(
  run: Run,
  row: Row,
  options: ReturnType<typeof choicesOf>,
  { polls, voters }: Belongings,
): Promise<void> {
  const threadId = wholeOf(row["tid"]);
  const poll = polls.get(threadId)?.[0] ?? {};
  const votes = (voters.get(threadId) ?? []).flatMap((voter) => {
    const memberId = run.scratch.member(idOf(voter["uid"]))?.id;
    if (memberId === undefined) return [];
    const choices = new Set(textOf(voter["options"]).split("\t").map(Number));
    const votedAt = timeOf(run, voter, "dateline");
    return options.flatMap(({ id }, option) => (choices.has(id) ? [{ memberId, option, votedAt }] : []));
  });
  const isMultiple = wholeOf(poll["multiple"]) === 1;
  if (isMultiple) remarkLimit(run, `forum_thread ${threadId}`, wholeOf(poll["maxchoices"]), options);
  await writePoll(run, {
    threadId,
    title: "",
    kind: isMultiple ? "MULTIPLE" : "SINGLE",
    isSecret: wholeOf(poll["overt"]) !== 1,
    resultsVisible: wholeOf(poll["visible"]) === 1 ? "AFTER_VOTE" : "ALWAYS",
    endsAt: secondsOf(poll["expiration"]),
    createdAt: timeOf(run, row, "dateline", "lastpost"),
    voterCount: wholeOf(poll["voters"]),
    options,
    votes,
  });
}

function shortTitle(title: string): string {
  return lengthOf(title) > TITLE_MAX ? `${[...title].slice(0, TITLE_MAX - 1).join("")}…` : title;
}

/** Gives the category of a thread; closed ones are apart. */
function categoryOf(run: Run, row: Row): number {
  const id = wholeOf(row["fid"]);
  if (isClosed(row)) return CLOSED_CATEGORY;
  return run.readers.has(id) ? id : LOST_CATEGORY;
}

async function writeThread(
  run: Run,
  row: Row,
  post: Row,
  note: ThreadNote,
  title: string,
  text: Text,
): Promise<void> {
  const label = `forum_thread ${note.id}`;
  if (lengthOf(title) > TITLE_MAX) run.report.remark("longTitles", label, title);
  if (isClosed(row))
    run.report.remark(
      "closedThreads",
      label,
      `readperm ${textOf(row["readperm"])}, price ${textOf(row["price"])}`,
    );
  const order = wholeOf(row["displayorder"]);
  const own = visibilityOf(order);
  const first = visibilityOf(wholeOf(post["invisible"]), post["status"]);
  const isDeleted = own.isDeleted || first.isDeleted;
  if ((wholeOf(post["status"]) & COVERED) === COVERED) run.report.remark("covered", label, "It was covered.");
  await run.writer.append("threads", {
    id: note.id,
    categoryId: categoryOf(run, row),
    authorId: note.authorId,
    title: shortTitle(title) || "…",
    body: text.markdown,
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    isAnonymous: wholeOf(post["anonymous"]) !== 0,
    isSticky: order > 0,
    stickyUntil: null,
    isEssence: wholeOf(row["digest"]) > 0,
    lockedAt: wholeOf(row["closed"]) === 1 ? timeOf(run, row, "lastpost", "dateline") : null,
    lockReason: null,
    approval: own.approval === "APPROVED" ? first.approval : own.approval,
    deletedAt: isDeleted ? timeOf(run, row, "lastpost", "dateline") : null,
    deletedById: null,
    mergedIntoId: null,
    solutionId: null,
    movedNumber: 0,
    viewCount: Math.max(wholeOf(row["views"]), 0),
    longitude: null,
    latitude: null,
    address: "",
    location: "",
    createdAt: timeOf(run, row, "dateline", "lastpost"),
    editedAt: text.editedAt,
  });
}

async function writeDraft(run: Run, row: Row, note: ThreadNote, title: string, text: Text): Promise<void> {
  if (note.authorId === run.ghostId) {
    leaveOut(run, `forum_thread ${note.id}`, "It is a draft of nobody.");
    return;
  }
  const categoryId = wholeOf(row["fid"]);
  const createdAt = timeOf(run, row, "dateline", "lastpost");
  await run.writer.append("drafts", {
    id: note.id,
    memberId: note.authorId,
    threadId: null,
    categoryId: run.readers.has(categoryId) ? categoryId : null,
    title: shortTitle(title),
    body: text.markdown,
    isAnonymous: false,
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    attachmentIds: [],
    gifts: "",
    poll: "",
    goods: "",
    createdAt,
    updatedAt: createdAt,
  });
}

/** Notes threads whose files not everybody may get who reads them. */
export async function noteClosedFiles(run: Run): Promise<void> {
  if (run.closedFiles.size === 0) return;
  const where = `fid IN (${[...run.closedFiles].join(", ")})`;
  for (const table of splitTables(run, "forum_thread"))
    for await (const slice of run.source.slices(table, { columns: ["tid"], by: ["tid"], where }))
      for (const { tid } of slice) run.scratch.takeName(`closedFiles:${wholeOf(tid)}`, 0);
}

/** Writes the tags of threads as topics. Those that differ by case or width become one. */
export async function readTopics(run: Run): Promise<void> {
  const columns = ["tagname", "status"];
  for await (const slice of run.source.slices("common_tag", { columns, by: ["tagid"] }))
    for (const row of slice) {
      const id = wholeOf(row["tagid"]);
      const label = `common_tag ${id}`;
      const name = cut(lineOf(row["tagname"]).replaceAll("#", "").trim(), 200);
      if (name === "" || wholeOf(row["status"]) !== 0) {
        leaveOut(run, label, name === "" ? "It has no name." : "It is closed, or of a member.");
        continue;
      }
      const key = `topic:${nameKey(name)}`;
      const isFirst = run.scratch.takeName(key, id);
      const first = run.scratch.topic(run.scratch.name(key)!.id);
      run.scratch.run("INSERT INTO topics (id, name) VALUES (?, ?)", id, first?.name ?? name);
      if (!isTopicName(name)) run.report.remark("longTopics", label, name);
      if (!isFirst)
        run.report.remark("mergedTopics", label, `${name} → ${first!.name} (common_tag ${first!.id})`);
      else
        await run.writer.append("topics", {
          id,
          name,
          isRecommended: false,
          viewCount: 0,
          deletedAt: null,
          mergedIntoId: null,
          createdAt: run.beginning,
        });
    }
}
