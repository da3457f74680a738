import { cached } from "../../core/cached.ts";
import type { Context, SqlValue } from "../../core/context.ts";
import {
  BLOCK_SIZE,
  blockOf,
  matchInBlocks,
  matchQuery,
  type QueryOptions,
} from "../../core/searchTokens.ts";
import { row, rows } from "../../core/sql.ts";
import { SEARCH_TABLES, type SearchedKind } from "../search/index.service.ts";

/** How many blocks each round of a search on MySQL looks into; a last one looks into all that are left. */
const ROUNDS = [2, 30];
/** Matches that one search on SQLite looks at: its reads hold up everybody else. */
const EXAMINED_MAX = 5000;

/** What is looked for, and which of it the viewer may see. */
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

/** Ids of what was found, newest first. */
export interface Found {
  readonly ids: readonly number[];
  /** Where to go on although fewer than asked for were found; null if that was all. */
  readonly continueBelow: number | null;
}

/** Finds the newest things that hold a query and that the viewer may see. */
export async function findIds(ctx: Context, wanted: Wanted): Promise<Found> {
  const options = { beginnings: wanted.kind === "user" };
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
  const matches = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${EXAMINED_MAX}`;
  // CROSS JOIN keeps the order of the loops, so the first rows that fit end the search.
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM (${matches}) s ${joins.map((join) => `CROSS JOIN ${join}`).join(" ")} WHERE ${where} LIMIT ?`,
    [match, below, ...values, limit],
  );
  const ids = found.map(({ id }) => id).sort((one, other) => other - one);
  if (ids.length === limit) return { ids, continueBelow: null };
  const examined = await row<{ n: number; last: number | null }>(
    ctx,
    `SELECT COUNT(*) AS n, MIN(s.id) AS last FROM (${matches}) s`,
    [match, below],
  );
  return { ids, continueBelow: examined!.n === EXAMINED_MAX ? examined!.last : null };
}

/**
 * InnoDB reads every match of a word before it gives the first. So the newest blocks are searched first and ever more
 * older ones after them, until there is enough: a common word ends in the first round, a rare one has few matches.
 */
async function findOnMysql(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const { kind, query, below, limit, joins, where, values } = wanted;
  const table = SEARCH_TABLES[kind];
  const ids: number[] = [];
  const newest = Math.min(below - 1, await newestOf(ctx, kind));
  let block = Math.floor(newest / BLOCK_SIZE);
  for (let round = 0; block >= 0 && ids.length < limit; round++) {
    const count = Math.min(block + 1, ROUNDS[round] ?? Infinity);
    const blocks = Array.from({ length: count }, (_, index) => blockOf((block - index) * BLOCK_SIZE));
    const match = matchInBlocks(query, blocks, options);
    if (match === null) break;
    const found = await rows<{ id: number }>(
      ctx,
      `SELECT s.id FROM ${table} s ${joins.map((join) => `JOIN ${join}`).join(" ")}
       WHERE MATCH (s.words) AGAINST (? IN BOOLEAN MODE) AND s.id < ? AND ${where} ORDER BY s.id DESC LIMIT ?`,
      [match, below, ...values, limit - ids.length],
    );
    ids.push(...found.map(({ id }) => Number(id)));
    block -= count;
  }
  return { ids, continueBelow: null };
}

const newestIds = {
  thread: cachedNewest("thread"),
  post: cachedNewest("post"),
  user: cachedNewest("user"),
} satisfies Record<SearchedKind, unknown>;

function cachedNewest(kind: SearchedKind) {
  return cached(async (ctx) => {
    const found = await row<{ newest: number | null }>(
      ctx,
      `SELECT MAX(s.id) AS newest FROM ${SEARCH_TABLES[kind]} s`,
    );
    return Number(found?.newest ?? 0);
  });
}

/** The newest id, or one that a block more would hold: what came since it was read is searched, too. */
async function newestOf(ctx: Context, kind: SearchedKind): Promise<number> {
  return (await newestIds[kind].get(ctx)) + BLOCK_SIZE / 2;
}
