import { cached } from "../../../core/cached.ts";
import type { Context, SqlValue } from "../../../core/context.ts";
import { SEARCH_TABLES, type SearchedKind } from "../../../core/searchIndex.ts";
import {
  BLOCK_SIZE,
  blockOf,
  matchInBlocks,
  matchQuery,
  patternsInBlock,
  type QueryOptions,
} from "../../../core/searchTokens.ts";
import { marks, row, rows } from "../../../core/sql.ts";

/** Documents of MySQL whose words are read one after the other before any index is asked. */
const READ_NEWEST = 2000;
/** Blocks that each step of a search on MySQL looks into after that. */
const BLOCKS_PER_STEP = [2, Infinity];
/** Matches that one search on SQLite looks at: its reads hold up everybody else. */
const EXAMINED_MAX = 5000;

/** A query with conditions on the things that the viewer may find. */
export interface Wanted {
  readonly kind: SearchedKind;
  readonly query: string;
  /** Ids below this one. */
  readonly below: number;
  readonly limit: number;
  /** Tables to join to `s.id`, each in its order, such as `posts p ON p.id = s.id`. */
  readonly joins: readonly string[];
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** Ids of the matches, newest first. */
export interface Found {
  readonly ids: readonly number[];
  /** The id to continue below although fewer than asked for matched; null at the end. */
  readonly continueBelow: number | null;
}

/**
 * Leaves out documents that are queued: what they say by now is not what the index knows. Takes their kind; the position of
 * the index file is that up to which it has worked off the queue.
 */
const UNQUEUED = "s.id NOT IN (SELECT q.documentId FROM search_queue q WHERE q.kind = ?";
const UNQUEUED_ON_SQLITE = `${UNQUEUED} AND q.id > (SELECT f.position FROM search.state f))`;
const UNQUEUED_ON_MYSQL = `${UNQUEUED})`;

/** Finds the newest matches that the viewer may see. Raw since full-text matching differs by engine. */
export async function findIds(ctx: Context, wanted: Wanted): Promise<Found> {
  const options = { beginnings: wanted.kind === "user" || wanted.kind === "topic" };
  return ctx.services.database.engine === "sqlite"
    ? findOnSqlite(ctx, wanted, options)
    : findOnMysql(ctx, wanted, options);
}

/** FTS5 gives matches newest first as they are asked for, so a common word costs no more than a rare one. */
async function findOnSqlite(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const { kind, query, below, limit, joins, where, values } = wanted;
  const match = matchQuery(query, options);
  if (match === null) return { ids: [], continueBelow: null };
  const table = SEARCH_TABLES[kind];
  const matches = `SELECT rowid AS id FROM search.${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${EXAMINED_MAX}`;
  // CROSS JOIN keeps the order of the loops, so the first rows that fit end the search.
  const matching = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM (${matches}) s ${joins.map((join) => `CROSS JOIN ${join}`).join(" ")}
     WHERE ${UNQUEUED_ON_SQLITE} AND ${where} LIMIT ?`,
    [match, below, kind, ...values, limit],
  );
  const ids = matching.map(({ id }) => id).sort((one, other) => other - one);
  if (ids.length === limit) return { ids, continueBelow: null };
  const examined = await row<{ n: number; last: number | null }>(
    ctx,
    `SELECT COUNT(*) AS n, MIN(s.id) AS last FROM (${matches}) s`,
    [match, below],
  );
  return { ids, continueBelow: examined!.n === EXAMINED_MAX ? examined!.last : null };
}

/**
 * InnoDB reads every match of a word before it gives the first. So the newest documents are read without the index,
 * then the newest blocks are searched, then the rest, until there is enough: a word that is common ends at once, and
 * one that gets further has few matches there.
 */
async function findOnMysql(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const { kind, query, below, limit, joins, where, values } = wanted;
  const ids: number[] = [];
  const read = async (condition: string, conditionValues: readonly SqlValue[]): Promise<void> => {
    const matching = await rows<{ id: number }>(
      ctx,
      `SELECT s.id FROM ${SEARCH_TABLES[kind]} s ${joins.map((join) => `STRAIGHT_JOIN ${join}`).join(" ")}
       WHERE ${condition} AND ${UNQUEUED_ON_MYSQL} AND ${where} ORDER BY s.id DESC LIMIT ?`,
      [...conditionValues, kind, ...values, limit - ids.length],
    );
    ids.push(...matching.map(({ id }) => Number(id)));
  };

  const newest = Math.min(below - 1, await newestIds[kind].get(ctx));
  const low = Math.max(0, newest - READ_NEWEST);
  // What was written since the newest id was read is above it, at most in the block after it.
  const nearby = blocksDown(Math.floor(newest / BLOCK_SIZE) + 1, Math.floor(low / BLOCK_SIZE));
  const patterns = nearby.map((block) => patternsInBlock(query, block, options));
  if (patterns[0]!.length === 0) return { ids, continueBelow: null };
  const fits = patterns.map((each) => `(${each.map(() => "s.words LIKE ?").join(" AND ")})`).join(" OR ");
  await read(`s.id >= ? AND s.id < ? AND (${fits})`, [low, below, ...patterns.flat()]);

  let block = Math.floor((low - 1) / BLOCK_SIZE);
  for (let step = 0; block >= 0 && ids.length < limit; step++) {
    const blocks = blocksDown(block, Math.max(0, block - BLOCKS_PER_STEP[step]! + 1));
    await read("MATCH (s.words) AGAINST (? IN BOOLEAN MODE) AND s.id < ?", [
      matchInBlocks(query, blocks, options),
      low,
    ]);
    block -= blocks.length;
  }
  return { ids, continueBelow: null };
}

function blocksDown(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, index) => blockOf((from - index) * BLOCK_SIZE));
}

const newestIds = {
  thread: cachedNewest("thread"),
  post: cachedNewest("post"),
  user: cachedNewest("user"),
  topic: cachedNewest("topic"),
} satisfies Record<SearchedKind, unknown>;

function cachedNewest(kind: SearchedKind) {
  return cached(async (ctx) => {
    const maximum = await row<{ newest: number | null }>(
      ctx,
      `SELECT MAX(s.id) AS newest FROM ${SEARCH_TABLES[kind]} s`,
    );
    return Number(maximum?.newest ?? 0);
  });
}

/** The text of a thread without marks. */
export interface ThreadPlainText {
  readonly id: number;
  readonly text: string;
}

/** Reads threads without marks; rows not yet rendered give their Markdown. Raw since each search runs it. */
export function readThreadPlainTexts(ctx: Context, ids: readonly number[]): Promise<ThreadPlainText[]> {
  const sql = `SELECT t.id, COALESCE(t.plainText, t.body) AS text FROM threads t WHERE t.id IN (${marks(ids)})`;
  return rows<ThreadPlainText>(ctx, sql, ids);
}
