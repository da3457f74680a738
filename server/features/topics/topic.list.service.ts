import type { Context, SqlValue } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { load, prime } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { byIndex, marks, select, sqlTime } from "../../core/sql.ts";
import { cleanLine, nameKey } from "../../core/text.ts";
import { viewBuffer } from "../../core/viewBuffer.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import { isLiveTopic, LIVE_TOPIC, Topic } from "./topic.entity.ts";
import { TopicSort } from "./topic.input.ts";
import { readableThreadsOf, topicById } from "./topic.loaders.ts";

/** Topics offered behind a #. */
const CANDIDATES_MAX = 8;
/** Sorts behind every character that a name may hold. */
const BEHIND_ALL = "\u{10FFFF}";

/** Topics that may be merged into each other one after the other; a ring cannot arise, and this ends one anyway. */
const MERGES_MAX = 20;

const views = viewBuffer(Topic);

/** Counts one view of a topic; it is written a little later. */
export function countTopicView(ctx: Context, topicId: number): void {
  views.count(ctx, topicId);
}

/** Writes the views of topics that wait. */
export function flushTopicViews(ctx: Context): Promise<void> {
  return views.flush(ctx);
}

/** Conditions on `topics x`: some thread that the viewer may read names it. */
async function shown(ctx: Context): Promise<{ sql: string[]; values: SqlValue[] }> {
  const categories = await readableCategoryIds(ctx);
  const sql = [LIVE_TOPIC, "x.threadCount > 0"];
  if (categories === "all") return { sql, values: [] };
  sql.push(
    `EXISTS (SELECT 1 FROM topic_categories c WHERE c.topicId = x.id AND c.categoryId IN (${marks(categories)}))`,
  );
  return { sql, values: categories };
}

/** The topic that a topic has become a part of, however often that happened. */
async function standingTopic(ctx: Context, topic: Topic): Promise<Topic> {
  let current = topic;
  for (let step = 0; current.mergedIntoId !== null && step < MERGES_MAX; step++) {
    const next = await load(ctx, topicById, current.mergedIntoId);
    if (!next) break;
    current = next;
  }
  return current;
}

/** The id under which a topic is found since it was made one with another; unknown ids stay as they are. */
export async function standingTopicId(ctx: Context, id: number): Promise<number> {
  const topic = await load(ctx, topicById, id);
  return topic?.mergedIntoId ? (await standingTopic(ctx, topic)).id : id;
}

/**
 * A topic that a thread names which the viewer may read.
 * @throws {DomainError} NOT_FOUND if there is none; FORBIDDEN or LOGIN_REQUIRED without `viewThreads` and
 *   `thread.viewPosts`.
 */
export async function getTopic(ctx: Context, id: number): Promise<Topic> {
  const [asked, count] = await Promise.all([load(ctx, topicById, id), load(ctx, readableThreadsOf, id)]);
  const merged = Boolean(asked?.mergedIntoId);
  const topic = asked && merged ? await standingTopic(ctx, asked) : asked;
  const threads = topic && merged ? await load(ctx, readableThreadsOf, topic.id) : count;
  if (!topic || !isLiveTopic(topic) || !threads) throw new DomainError("NOT_FOUND");
  return topic;
}

/** What a list of topics is asked for. */
export interface TopicListRequest extends PageRequest {
  readonly query?: string;
  readonly sort: TopicSort;
  /** Only those that administrators recommend. */
  readonly recommended?: boolean;
}

/**
 * A page of topics: hottest or newest first, all or those whose names hold a query.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED like `getTopic`; INVALID_PARAMETER for first, after, query.
 */
export async function listTopics(ctx: Context, request: TopicListRequest): Promise<Connection<Topic>> {
  const first = checkFirst(request.first);
  const column = request.sort === TopicSort.HOT ? "hotScore" : "createdAt";
  const list = `topics.${column}`;
  const type = column === "hotScore" ? "number" : "string";
  const after = request.after ? decodeCursor(list, request.after, [type, "number"]) : null;
  const { sql, values } = await shown(ctx);
  if (request.recommended) sql.push("x.isRecommended = 1");
  const key = nameKey(cleanLine(request.query ?? "", "query"));
  if (key !== "") {
    sql.push("INSTR(x.nameKey, ?) > 0");
    values.push(key);
  }
  if (after) {
    sql.push(`x.${column} <= ? AND (x.${column} < ? OR x.id < ?)`);
    values.push(after[0]!, after[0]!, after[1]!);
  }
  // Names are looked through in the index alone, then the rows are read by key.
  const index =
    key !== "" && column === "hotScore" ? byIndex(ctx, "ix_topics_hotScore_id_threadCount_nameKey") : "";
  const found = await select(
    ctx,
    Topic,
    "x",
    `(SELECT x.id AS foundId FROM topics x ${index} WHERE ${sql.join(" AND ")}
       ORDER BY x.${column} DESC, x.id DESC LIMIT ?) f JOIN topics x ON x.id = f.foundId
     ORDER BY x.${column} DESC, x.id DESC`,
    [...values, first + 1],
  );
  for (const topic of found) prime(ctx, topicById, topic.id, topic);
  const cursorOf = (topic: Topic): string =>
    encodeCursor(list, [column === "hotScore" ? topic.hotScore : sqlTime(topic.createdAt), topic.id]);
  return pageOf(found, first, cursorOf, after !== null);
}

/** Topics whose names begin as typed, hottest first; the hottest of all while nothing is typed. */
export async function topicCandidates(ctx: Context, prefix: string): Promise<Topic[]> {
  const { sql, values } = await shown(ctx);
  const key = nameKey(cleanLine(prefix, "prefix"));
  if (key !== "") {
    sql.push("x.nameKey >= ? AND x.nameKey < ?");
    values.push(key, key + BEHIND_ALL);
  }
  return select(
    ctx,
    Topic,
    "x",
    `topics x WHERE ${sql.join(" AND ")} ORDER BY x.hotScore DESC, x.id DESC LIMIT ?`,
    [...values, CANDIDATES_MAX],
  );
}
