import type { Context, SqlValue } from "../../core/context.ts";
import type { CursorKey } from "../../core/paging.ts";
import { byIndex, marks, rows, select } from "../../core/sql.ts";
import { LIVE_TOPIC, Topic } from "./topic.entity.ts";
import type { TopicState } from "./topic.input.ts";

/** Sorts behind every character that a name may hold. */
const BEHIND_ALL = "\u{10FFFF}";

/** Reads topics by id. Raw since every list of threads runs it. */
export function readTopics(ctx: Context, ids: readonly number[]): Promise<Topic[]> {
  return select(ctx, Topic, "x", `topics x WHERE x.id IN (${marks(ids)})`, ids);
}

/** The number of threads of a topic; engines give a sum as text. */
export interface ThreadCountRow {
  readonly id: number;
  readonly n: number | string;
}

/** Counts threads of topics in the given categories. Raw since lists of topics show it, as one statement. */
export function readThreadCounts(
  ctx: Context,
  topicIds: readonly number[],
  categories: "all" | readonly number[],
): Promise<ThreadCountRow[]> {
  if (categories === "all") {
    const sql = `SELECT x.id, x.threadCount AS n FROM topics x WHERE x.id IN (${marks(topicIds)})`;
    return rows<ThreadCountRow>(ctx, sql, topicIds);
  }
  return rows<ThreadCountRow>(
    ctx,
    `SELECT c.topicId AS id, SUM(c.threadCount) AS n FROM topic_categories c
     WHERE c.topicId IN (${marks(topicIds)}) AND c.categoryId IN (${marks(categories)}) GROUP BY c.topicId`,
    [...topicIds, ...categories],
  );
}

/** A topic as names lead to it. */
export type TopicKeyRow = Pick<Topic, "id" | "nameKey" | "mergedIntoId"> & {
  readonly deletedAt: string | Date | null;
};

const KEY_COLUMNS = "x.id, x.nameKey, x.mergedIntoId, x.deletedAt";

/** Reads topics by the keys of their names. Raw since each text with topics runs it. */
export function readTopicsByKey(ctx: Context, keys: readonly string[]): Promise<TopicKeyRow[]> {
  return rows<TopicKeyRow>(
    ctx,
    `SELECT ${KEY_COLUMNS} FROM topics x WHERE x.nameKey IN (${marks(keys)})`,
    keys,
  );
}

/** Reads one topic as names lead to it; null if there is none. Raw like `readTopicsByKey`. */
export async function readTopicKey(ctx: Context, id: number): Promise<TopicKeyRow | null> {
  const [topic] = await rows<TopicKeyRow>(ctx, `SELECT ${KEY_COLUMNS} FROM topics x WHERE x.id = ?`, [id]);
  return topic ?? null;
}

/** Thread counts of topics. */
export type TopicCountRow = Pick<Topic, "id" | "threadCount">;

/** Reads how many threads name topics, in ascending id. Raw since each thread with topics runs it. */
export function readTopicCounts(ctx: Context, ids: readonly number[]): Promise<TopicCountRow[]> {
  const sql = `SELECT x.id, x.threadCount FROM topics x WHERE x.id IN (${marks(ids)}) ORDER BY x.id`;
  return rows<TopicCountRow>(ctx, sql, ids);
}

/** The columns that lists of topics are ordered by. */
export type TopicColumn = "hotScore" | "createdAt";

/** Part of a list of topics that have threads in the given categories. */
export interface TopicRequest {
  readonly categories: "all" | readonly number[];
  readonly recommended?: boolean;
  /** Part of the name's key; empty for all. */
  readonly part: string;
  readonly column: TopicColumn;
  readonly after: CursorKey | null;
  readonly limit: number;
}

function readable(categories: "all" | readonly number[]): { sql: string[]; values: SqlValue[] } {
  const sql = [LIVE_TOPIC, "x.threadCount > 0"];
  if (categories === "all") return { sql, values: [] };
  const within = `c.topicId = x.id AND c.categoryId IN (${marks(categories)})`;
  sql.push(`EXISTS (SELECT 1 FROM topic_categories c WHERE ${within})`);
  return { sql, values: [...categories] };
}

/** Reads a page of topics. Raw since names are looked through in the index alone, then the rows are read by key. */
export function readTopicPage(ctx: Context, request: TopicRequest): Promise<Topic[]> {
  const { categories, recommended, part, column, after, limit } = request;
  const { sql, values } = readable(categories);
  if (recommended) sql.push("x.isRecommended = 1");
  if (part !== "") {
    sql.push("INSTR(x.nameKey, ?) > 0");
    values.push(part);
  }
  if (after) {
    sql.push(`x.${column} <= ? AND (x.${column} < ? OR x.id < ?)`);
    values.push(after[0]!, after[0]!, after[1]!);
  }
  const index =
    part !== "" && column === "hotScore" ? byIndex(ctx, "ix_topics_hotScore_id_threadCount_nameKey") : "";
  return select(
    ctx,
    Topic,
    "x",
    `(SELECT x.id AS foundId FROM topics x ${index} WHERE ${sql.join(" AND ")}
       ORDER BY x.${column} DESC, x.id DESC LIMIT ?) f JOIN topics x ON x.id = f.foundId
     ORDER BY x.${column} DESC, x.id DESC`,
    [...values, limit],
  );
}

/** Reads topics whose key begins with a prefix, hottest first. Raw since it runs with each key typed behind a #. */
export function readTopicsByPrefix(
  ctx: Context,
  categories: "all" | readonly number[],
  prefix: string,
  limit: number,
): Promise<Topic[]> {
  const { sql, values } = readable(categories);
  if (prefix !== "") {
    sql.push("x.nameKey >= ? AND x.nameKey < ?");
    values.push(prefix, prefix + BEHIND_ALL);
  }
  const from = `topics x WHERE ${sql.join(" AND ")} ORDER BY x.hotScore DESC, x.id DESC LIMIT ?`;
  return select(ctx, Topic, "x", from, [...values, limit]);
}

const STATES: Readonly<Record<`${TopicState}`, string>> = {
  LIVE: LIVE_TOPIC,
  RECOMMENDED: `x.isRecommended = 1 AND ${LIVE_TOPIC}`,
  DELETED: "x.deletedAt IS NOT NULL",
  MERGED: "x.mergedIntoId IS NOT NULL",
};

/** Part of the administrators' list of topics. */
export interface ManagedTopicRequest {
  readonly state: `${TopicState}`;
  /** Part of the name's key; empty for all. */
  readonly part: string;
  readonly after: CursorKey | null;
  readonly limit: number;
}

/** Reads topics of a state, hottest first. Raw since TypeORM has no condition on a part of a text that is no pattern. */
export function readManagedTopics(
  ctx: Context,
  { state, part, after, limit }: ManagedTopicRequest,
): Promise<Topic[]> {
  const sql = [STATES[state]];
  const values: SqlValue[] = [];
  if (part !== "") {
    sql.push("INSTR(x.nameKey, ?) > 0");
    values.push(part);
  }
  if (after) {
    sql.push("x.hotScore <= ? AND (x.hotScore < ? OR x.id < ?)");
    values.push(after[0]!, after[0]!, after[1]!);
  }
  const from = `topics x WHERE ${sql.join(" AND ")} ORDER BY x.hotScore DESC, x.id DESC LIMIT ?`;
  return select(ctx, Topic, "x", from, [...values, limit]);
}
