import { freePartOf } from "../../../core/markdown/freePart.ts";
import { literal } from "../../../core/markdown/literal.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { cleanLine, lengthOf, nameKey } from "../../../core/text.ts";
import { TITLE_MAX } from "../../../features/threads/thread.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import type { DiscuzQBlock, DiscuzQParts, DiscuzQVote } from "../../bodies/discuzQ.ts";
import { idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import type { ThreadNote } from "../scratch.ts";
import { freeAttachment } from "./attachments.ts";
import type { Row } from "../sqlSource.ts";
import { goodsNamedBy } from "../../../features/goods/shops.ts";
import { goodsFrom } from "../goods.ts";
import { canBePoll, writePoll } from "../polls.ts";
import { categoryOf } from "./places.ts";
import { leaveOut, shortText } from "../run.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText, type Text } from "./texts.ts";

const APPROVALS: Readonly<Record<number, RecordOf<"threads">["approval"]>> = {
  0: "PENDING",
  1: "APPROVED",
  2: "IGNORED",
};
const VOTE_BLOCK = 109;
/** Kind of goods. */
const GOODS_BLOCK = 104;
const MULTIPLE_CHOICE = 2;
const VOTE_COLUMNS = ["id", "vote_title", "choice_type", "vote_users", "expired_at", "created_at"];
const [AUDIO_BLOCK, VIDEO_BLOCK] = [102, 103];
/** Blocks of audio and video, with the field that names the row of `thread_video`. */
const MEDIA: Readonly<Record<number, string>> = { [AUDIO_BLOCK]: "audioId", [VIDEO_BLOCK]: "videoId" };
/** Kind of threads that consist of blocks; those of older versions have none. */
const OF_BLOCKS = 99;
const COLUMNS = [
  "id",
  "user_id",
  "category_id",
  "type",
  "title",
  "free_words",
  "is_approved",
  "is_sticky",
  "is_essence",
  "is_anonymous",
  "is_draft",
  "view_count",
  "longitude",
  "latitude",
  "address",
  "location",
  "issue_at",
  "created_at",
  "updated_at",
  "deleted_at",
  "deleted_user_id",
];

/** Rows that belong to the threads of a slice. */
interface Belongings {
  readonly texts: ReadonlyMap<number, readonly Row[]>;
  readonly blocks: ReadonlyMap<number, readonly Row[]>;
  readonly topics: ReadonlyMap<number, readonly Row[]>;
  readonly votes: ReadonlyMap<number, readonly Row[]>;
  readonly choices: ReadonlyMap<number, readonly Row[]>;
  readonly voters: ReadonlyMap<number, readonly Row[]>;
  readonly media: ReadonlyMap<number, readonly Row[]>;
}

/** Gives the state of a text; what nobody knows waits for a review. */
export function approvalOf(row: Row): RecordOf<"threads">["approval"] {
  return APPROVALS[wholeOf(row["is_approved"] ?? 1)] ?? "PENDING";
}

/** Writes the threads with the text of their first posts, and the drafts. */
export async function readThreads(run: Run): Promise<void> {
  for await (const slice of run.source.slices("threads", { columns: COLUMNS })) {
    const belongings = await belongingsOf(run, slice);
    for (const row of slice) {
      const note = run.scratch.thread(wholeOf(row["id"]))!;
      const poll = note.isDraft ? null : pollIn(note, belongings);
      const sold = note.isDraft ? null : goodsIn(note, belongings);
      const text = textOfThread(run, row, note, belongings, { poll, sold });
      if (note.isDraft) await writeDraft(run, row, note, text);
      else await writeThread(run, row, note, text);
      if (poll) await writeThreadPoll(run, note, poll, belongings);
      if (sold) {
        const { goods } = sold;
        const place = { id: note.id, threadId: note.id, imageId: null };
        await run.writer.append("goods", { ...place, ...goods, createdAt: timeOf(run, row, "created_at") });
      }
    }
    run.options.tell(`threads: ${textOf(slice.at(-1)!["id"])}`);
  }
}

async function belongingsOf({ source, scratch }: Run, slice: readonly Row[]): Promise<Belongings> {
  const ids = slice.map((row) => wholeOf(row["id"]));
  const firstIds = ids.flatMap((id) => scratch.thread(id)?.firstPostId ?? []);
  const isLive = source.has("thread_votes", "deleted_at") ? "deleted_at IS NULL" : "";
  const votes = await source.rowsOf("thread_votes", "thread_id", ids, VOTE_COLUMNS, isLive);
  const voteIds = [...votes.values()].flat().map((row) => wholeOf(row["id"]));
  const choices = await source.rowsOf(
    "thread_vote_subitems",
    "thread_vote_id",
    voteIds,
    ["id", "content", "vote_count"],
    isLive,
  );
  const choiceIds = [...choices.values()].flat().map((row) => wholeOf(row["id"]));
  return {
    texts: await source.rowsOf("posts", "id", firstIds, ["content"]),
    blocks: await source.rowsOf("thread_tom", "thread_id", ids, ["tom_type", "key", "value"], "status = 0"),
    topics: await source.rowsOf("thread_topic", "thread_id", ids, ["topic_id"]),
    votes,
    choices,
    voters: await source.rowsOf("thread_vote_users", "thread_vote_subitem_id", choiceIds, [
      "user_id",
      "created_at",
    ]),
    media: await source.rowsOf("thread_video", "thread_id", ids, ["id", "type", "file_name", "media_url"]),
  };
}

/** Converts the text of a thread; a title that was cut, topics and blocks are a part of it. */
function textOfThread(run: Run, row: Row, note: ThreadNote, belongings: Belongings, parts: OwnParts): Text {
  const label = `threads ${note.id}`;
  const content = belongings.texts.get(note.firstPostId ?? 0)?.[0]?.["content"];
  if (note.firstPostId === null)
    run.report.remark("threads", label, "It has no first post; its text is empty.");
  const title = cleanLine(textOf(row["title"]));
  const whole = lengthOf(title) > TITLE_MAX ? literal(title) : "";
  const text = convertText(run, label, textOf(content), partsOf(row, belongings, parts), whole);
  const present = new Set(topicsIn(text.markdown).map(nameKey));
  const missing = (belongings.topics.get(note.id) ?? []).flatMap(({ topic_id: id }) => {
    const name = run.scratch.topic(idOf(id))?.name;
    return name === undefined || present.has(nameKey(name)) ? [] : [`#${name}#`];
  });
  const paragraphs = [text.markdown, [...new Set(missing)].join(" ")].filter((part) => part !== "");
  return { ...text, markdown: paragraphs.join("\n\n") };
}

function partsOf(
  row: Row,
  { blocks, votes, choices, media }: Belongings,
  { poll, sold }: OwnParts,
): DiscuzQParts {
  const id = wholeOf(row["id"]);
  const ownVotes = votes.get(id) ?? [];
  const asTables = ownVotes.filter((vote) => vote !== poll);
  const tables = asTables.map((vote): DiscuzQVote => ({
    title: textOf(vote["vote_title"]),
    choices: (choices.get(wholeOf(vote["id"])) ?? []).map((choice) => ({
      text: textOf(choice["content"]),
      votes: wholeOf(choice["vote_count"]),
    })),
  }));
  const own = (blocks.get(id) ?? []).flatMap((row): DiscuzQBlock[] => {
    if (row === sold?.block) return [];
    const type = wholeOf(row["tom_type"]);
    if (type === 0 || (type === VOTE_BLOCK && ownVotes.length > 0)) return [];
    const value = jsonOf(textOf(row["value"]));
    return [{ type, key: textOf(row["key"]), value: withMedia(type, value, media.get(id) ?? []) }];
  });
  const isOld = wholeOf(row["type"] ?? OF_BLOCKS) !== OF_BLOCKS;
  const older = (isOld ? (media.get(id) ?? []) : []).map((each) => ({
    type: wholeOf(each["type"]) === 1 ? AUDIO_BLOCK : VIDEO_BLOCK,
    value: mediaOf(each),
  }));
  return { blocks: [...own, ...older], votes: tables };
}

/** Parts of a thread that are rows here, so that its text does not repeat them. */
interface OwnParts {
  readonly poll: Row | null;
  readonly sold: { readonly block: Row; readonly goods: NonNullable<ReturnType<typeof goodsFrom>> } | null;
}

/** Finds the goods of a thread: the first that have a title and an address; others stay links in the text. */
function goodsIn({ id }: ThreadNote, { blocks }: Belongings): OwnParts["sold"] {
  for (const block of blocks.get(id) ?? []) {
    if (wholeOf(block["tom_type"]) !== GOODS_BLOCK) continue;
    const value = (jsonOf(textOf(block["value"])) ?? {}) as Readonly<Record<string, unknown>>;
    const of = (...names: readonly string[]): string =>
      names.map((name) => textOf(value[name])).find((each) => each !== "") ?? "";
    const url = ["detailContent", "readyContent", "url"].map((name) => of(name)).find(isWeb) ?? "";
    const goods = goodsFrom({
      title: of("title", "name"),
      url,
      price: of("price"),
      shopName: goodsNamedBy(url)?.shopName ?? "",
    });
    if (goods) return { block, goods };
  }
  return null;
}

const isWeb = (address: string): boolean => /^https?:/i.test(address);

/** Finds the vote of a thread that becomes its poll: the first that can be one. */
function pollIn({ id }: ThreadNote, { votes, choices }: Belongings): Row | null {
  const fits = (vote: Row): boolean => canBePoll(choicesOf(vote, choices));
  return votes.get(id)?.find(fits) ?? null;
}

function choicesOf(vote: Row, choices: Belongings["choices"]) {
  return (choices.get(wholeOf(vote["id"])) ?? []).map((choice) => ({
    id: wholeOf(choice["id"]),
    text: textOf(choice["content"]),
    voteCount: wholeOf(choice["vote_count"]),
  }));
}

/** Writes the poll of a thread. Nobody could see who had voted, and results only those who had. */
async function writeThreadPoll(
  run: Run,
  { id: threadId }: ThreadNote,
  vote: Row,
  { choices, voters }: Belongings,
): Promise<void> {
  const options = choicesOf(vote, choices);
  const votes = options.flatMap(({ id }, option) =>
    (voters.get(id) ?? []).flatMap((row) => {
      const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
      return memberId === undefined ? [] : [{ memberId, option, votedAt: timeOf(run, row, "created_at") }];
    }),
  );
  await writePoll(run, {
    threadId,
    title: textOf(vote["vote_title"]),
    kind: wholeOf(vote["choice_type"]) === MULTIPLE_CHOICE ? "MULTIPLE" : "SINGLE",
    isSecret: true,
    resultsVisible: "AFTER_VOTE",
    endsAt: run.times.utc(vote["expired_at"]),
    createdAt: timeOf(run, vote, "created_at"),
    voterCount: wholeOf(vote["vote_users"]),
    options,
    votes,
  });
}

/** Adds the address of audio and video to the block that names it. */
function withMedia(type: number, value: unknown, media: readonly Row[]): unknown {
  const id = wholeOf((value as Record<string, unknown> | null)?.[MEDIA[type] ?? ""]);
  const row = id > 0 ? media.find((each) => wholeOf(each["id"]) === id) : undefined;
  return row ? { ...(value as object), ...mediaOf(row) } : value;
}

function mediaOf(row: Row): { name: string; mediaUrl: string } {
  const mediaUrl = textOf(row["media_url"]);
  return { name: textOf(row["file_name"]) || mediaUrl, mediaUrl };
}

function shortTitle(value: unknown): string {
  const title = cleanLine(textOf(value));
  return lengthOf(title) > TITLE_MAX ? `${[...title].slice(0, TITLE_MAX - 1).join("")}…` : title;
}

async function writeThread(run: Run, row: Row, note: ThreadNote, text: Text): Promise<void> {
  const label = `threads ${note.id}`;
  const freePercent = note.priceCents > 0 ? freePercentOf(row, text.markdown) : 0;
  if (note.priceCents > 0) freeFiles(run, text, freePercent);
  if (lengthOf(textOf(row["title"])) > TITLE_MAX)
    run.report.remark("longTitles", label, textOf(row["title"]));
  await run.writer.append("threads", {
    id: note.id,
    categoryId: categoryOf(run, row),
    authorId: note.authorId,
    title: shortTitle(row["title"]),
    body: text.markdown,
    priceCents: note.priceCents,
    freePercent,
    attachmentPriceCents: note.priceCents > 0 ? 0 : note.attachmentPriceCents,
    isAnonymous: note.isAnonymous === 1,
    isSticky: wholeOf(row["is_sticky"]) === 1,
    stickyUntil: null,
    isEssence: wholeOf(row["is_essence"]) === 1,
    lockedAt: null,
    lockReason: null,
    approval: approvalOf(row),
    deletedAt: deletionOf(run, row),
    deletedById: run.scratch.member(idOf(row["deleted_user_id"]))?.id ?? null,
    mergedIntoId: null,
    solutionId: null,
    movedNumber: 0,
    viewCount: Math.max(wholeOf(row["view_count"]), 0),
    ...positionOf(row),
    address: shortText(run, row, "address", 255, label),
    location: shortText(run, row, "location", 255, label),
    createdAt: publicationOf(run, row),
    editedAt: null,
  });
  if (note.firstPostId === null) return;
  const address = `/thread/comment/${note.firstPostId}`;
  run.scratch.put("oldAddresses", [address, 0], { address, target: `/thread/${note.id}` });
}

/** Gives the time of a deletion; a date that is none hides a text as well. */
export function deletionOf(run: Run, row: Row): string | null {
  return textOf(row["deleted_at"]) === "" ? null : timeOf(run, row, "deleted_at");
}

/** Threads are made as drafts; what readers know is when they were published. */
function publicationOf(run: Run, row: Row): string {
  const createdAt = timeOf(run, row, "created_at", "issue_at", "updated_at");
  const issuedAt = run.times.utc(row["issue_at"]);
  return issuedAt !== null && issuedAt > createdAt ? issuedAt : createdAt;
}

function positionOf(row: Row): { longitude: number | null; latitude: number | null } {
  const [longitude, latitude] = [Number(row["longitude"] ?? 0), Number(row["latitude"] ?? 0)];
  return longitude === 0 && latitude === 0 ? { longitude: null, latitude: null } : { longitude, latitude };
}

/** Gives the free part in percent. The column is a share; before 2.2 it was a count of characters. */
function freePercentOf(row: Row, body: string): number {
  const value = Number(row["free_words"] ?? 0);
  const share = value > 1 ? value / Math.max(lengthOf(body), 1) : value;
  return Math.min(Math.max(value > 1 ? Math.floor(share * 100) : Math.round(share * 100), 0), 100);
}

/** Files that the free part shows are free; all others of a thread with a price are sold. */
function freeFiles(run: Run, { markdown, attachmentIds }: Text, freePercent: number): void {
  const free = freePartOf(markdown, freePercent);
  for (const id of attachmentIds) {
    const path = run.scratch.attachment(id)?.path;
    if (path && free.includes(path)) freeAttachment(run, id);
  }
}

async function writeDraft(run: Run, row: Row, note: ThreadNote, text: Text): Promise<void> {
  const isOwned = note.authorId !== run.ghostId;
  if (!isOwned || textOf(row["deleted_at"]) !== "") {
    leaveOut(run, `threads ${note.id}`, isOwned ? "It is a deleted draft." : "It is a draft of nobody.");
    return;
  }
  const blockFiles = run.scratch.all<{ id: number }>(
    "SELECT attachmentId AS id FROM uses WHERE threadId = ? ORDER BY attachmentId LIMIT 200",
    note.id,
  );
  const ids = [...new Set([...text.attachmentIds, ...blockFiles.map(({ id }) => id)])];
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  await run.writer.append("drafts", {
    id: note.id,
    memberId: note.authorId,
    threadId: null,
    categoryId: run.categoryIds.has(wholeOf(row["category_id"])) ? wholeOf(row["category_id"]) : null,
    title: shortTitle(row["title"]),
    body: text.markdown,
    isAnonymous: note.isAnonymous === 1,
    priceCents: note.priceCents,
    freePercent: note.priceCents > 0 ? freePercentOf(row, text.markdown) : 0,
    attachmentPriceCents: note.priceCents > 0 ? 0 : note.attachmentPriceCents,
    attachmentIds: ids.filter((id) => run.scratch.attachment(id)?.path).slice(0, 200),
    gifts: "",
    poll: "",
    goods: "",
    createdAt,
    updatedAt: timeOf(run, row, "updated_at", "created_at"),
  });
}
