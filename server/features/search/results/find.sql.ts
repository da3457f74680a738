import type { Context, SqlValue } from "../../../core/context.ts";
import { beforeOf, SEARCH_TABLES, type SearchedKind } from "../../../core/searchIndex.ts";
import { foldedTerms, matchQuery, type FoldedTerm, type QueryOptions } from "../../../core/searchTokens.ts";
import { marks, row, rows } from "../../../core/sql.ts";
import { BLOCK_SIZE, coverage } from "../index/postings.sql.ts";

/** Blocks whose postings each step of a search on MySQL reads. */
const BLOCKS_PER_STEP = [16, Infinity];
/** Candidates whose texts are read together. */
const CANDIDATES_PER_READ = 200;
/** Matches that one search looks at: on SQLite its reads hold up everybody else. */
const EXAMINED_MAX = 5000;

/** Matches of one rank: whether all words are in the title, and whether as whole words; any that is not said. */
export interface Rank {
  readonly title?: boolean;
  readonly exact?: boolean;
}

/** A query with conditions on the things that the viewer may find. */
export interface Wanted {
  readonly kind: SearchedKind;
  readonly query: string;
  readonly rank: Rank;
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
/** The folded title of a document on MySQL and MariaDB. */
const TITLE = "SUBSTRING_INDEX(s.content, CHAR(10), 1)";

/** Tells which words of a query are looked for as beginnings of longer ones, by the kind that is searched. */
export function beginningsOf(kind: SearchedKind): Required<QueryOptions> {
  return { beginnings: kind === "user" || kind === "topic" ? "names" : "words" };
}

/** Finds the newest matches that the viewer may see. Raw since full-text matching differs by engine. */
export async function findIds(ctx: Context, wanted: Wanted): Promise<Found> {
  const options = beginningsOf(wanted.kind);
  return ctx.services.database.engine === "sqlite"
    ? findOnSqlite(ctx, wanted, options)
    : findOnMysql(ctx, wanted, options);
}

/** FTS5 gives matches newest first as they are asked for, so a common word costs no more than a rare one. */
async function findOnSqlite(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const { kind, limit, joins, where, values } = wanted;
  const { matches, matchValues } = await matchesOnSqlite(ctx, wanted, options);
  if (matches === null) return { ids: [], continueBelow: null };
  // CROSS JOIN keeps the order of the loops, so the first rows that fit end the search.
  const matching = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM (${matches}) s ${joins.map((join) => `CROSS JOIN ${join}`).join(" ")}
     WHERE ${UNQUEUED_ON_SQLITE} AND ${where} LIMIT ?`,
    [...matchValues, kind, ...values, limit],
  );
  const ids = matching.map(({ id }) => id).sort((one, other) => other - one);
  if (ids.length === limit) return { ids, continueBelow: null };
  const examined = await row<{ n: number; last: number | null }>(
    ctx,
    `SELECT COUNT(*) AS n, MIN(s.id) AS last FROM (${matches}) s`,
    matchValues,
  );
  return { ids, continueBelow: examined!.n === EXAMINED_MAX ? examined!.last : null };
}

/** Selects the newest matches; while the index is written again, what an older version wrote as well. */
async function matchesOnSqlite(
  ctx: Context,
  { kind, query, rank, below }: Wanted,
  options: QueryOptions,
): Promise<{ matches: string | null; matchValues: readonly SqlValue[] }> {
  const every = matchQuery(query, options);
  const exact = matchQuery(query);
  if (every === null || exact === null) return { matches: null, matchValues: [] };
  const matchesIn = (table: string): string =>
    `SELECT rowid AS id FROM search.${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${EXAMINED_MAX}`;
  const matches = matchesIn(SEARCH_TABLES[kind]);
  const matchValues = [rankedMatch(every, exact, rank), below];
  const rebuild = await row<{ below: number }>(ctx, "SELECT r.below FROM search.rebuild r WHERE r.kind = ?", [
    kind,
  ]);
  // The older version knows titles and texts together.
  if (!rebuild || rank.title) return { matches, matchValues };
  const before = matchesIn(beforeOf(SEARCH_TABLES[kind]));
  return {
    matches: `SELECT id FROM (SELECT id FROM (${matches}) UNION ALL SELECT id FROM (${before})) ORDER BY id DESC LIMIT ${EXAMINED_MAX}`,
    matchValues: [
      ...matchValues,
      rankedMatch(every, exact, { exact: rank.exact }),
      Math.min(below, rebuild.below),
    ],
  };
}

/** Writes what FTS5 is asked for one rank. @param every all matches @param exact those of whole words */
function rankedMatch(every: string, exact: string, { title, exact: isExact }: Rank): string {
  const inTitle = (match: string): string => `({title} : (${match}))`;
  const wanted = isExact ? exact : every;
  const found = title ? inTitle(wanted) : `(${wanted})`;
  const less = title === false ? ` NOT ${inTitle(every)}` : "";
  if (isExact !== false) return `${found}${less}`;
  return `${found}${less} NOT ${title ? inTitle(exact) : `(${exact})`}`;
}

/**
 * Reads the texts that no postings cover first, newest first, until there is enough; then blocks of postings, a few and at
 * last all, whose candidates are proven by their texts. A word that is common ends at once, and one that gets further has
 * few candidates.
 */
async function findOnMysql(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const terms = foldedTerms(wanted.query, options);
  if (terms.length === 0) return { ids: [], continueBelow: null };
  const { kind, below, limit } = wanted;
  const covered = (await coverage.get(ctx))[kind];
  const ids = await readMatches(
    ctx,
    wanted,
    terms,
    "s.id >= ? AND s.id < ?",
    [covered * BLOCK_SIZE, below],
    limit,
  );
  let end = Math.min(covered, Math.ceil(below / BLOCK_SIZE));
  let examined = 0;
  for (let step = 0; end > 0 && ids.length < limit; step++) {
    const from = Math.max(0, end - BLOCKS_PER_STEP[step]!);
    const candidates = await readCandidates(ctx, kind, terms, from, end, below);
    while (candidates.length > 0 && ids.length < limit) {
      const part = candidates.splice(0, CANDIDATES_PER_READ);
      ids.push(
        ...(await readMatches(ctx, wanted, terms, `s.id IN (${marks(part)})`, part, limit - ids.length)),
      );
      examined += part.length;
      if (examined >= EXAMINED_MAX && ids.length < limit && candidates.length > 0)
        return { ids, continueBelow: part.at(-1)! };
    }
    end = from;
  }
  return { ids, continueBelow: null };
}

/** Reads the ids of texts that match and that the viewer may find, newest first. */
async function readMatches(
  ctx: Context,
  { kind, query, rank, joins, where, values }: Wanted,
  terms: readonly FoldedTerm[],
  condition: string,
  conditionValues: readonly SqlValue[],
  limit: number,
): Promise<number[]> {
  const { fits, patterns } = rankedCondition(terms, foldedTerms(query), rank);
  const matching = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM ${SEARCH_TABLES[kind]} s ${joins.map((join) => `STRAIGHT_JOIN ${join}`).join(" ")}
     WHERE ${condition} AND ${fits} AND ${UNQUEUED_ON_MYSQL} AND ${where} ORDER BY s.id DESC LIMIT ?`,
    [...conditionValues, ...patterns, kind, ...values, limit],
  );
  return matching.map(({ id }) => Number(id));
}

/** Writes the condition on folded documents for one rank. @param every all matches @param exact those of whole words */
function rankedCondition(
  every: readonly FoldedTerm[],
  exact: readonly FoldedTerm[],
  { title, exact: isExact }: Rank,
): { fits: string; patterns: readonly string[] } {
  const parts: string[] = [];
  const patterns: string[] = [];
  const add = (not: string, terms: readonly FoldedTerm[], column: string): void => {
    parts.push(`${not}(${terms.map(() => `${column} LIKE ?`).join(" AND ")})`);
    patterns.push(...terms.map(({ pattern }) => pattern));
  };
  const column = title ? TITLE : "s.content";
  add("", isExact ? exact : every, column);
  if (title === false) add("NOT ", every, TITLE);
  if (isExact === false) add("NOT ", exact, column);
  return { fits: parts.join(" AND "), patterns };
}

/** Reads the documents of some blocks that have the keys of all terms, newest first. */
async function readCandidates(
  ctx: Context,
  kind: SearchedKind,
  terms: readonly FoldedTerm[],
  from: number,
  end: number,
  below: number,
): Promise<number[]> {
  const within = "k.block >= ? AND k.block < ?";
  const parts = terms.flatMap(({ keys, isPrefix }) =>
    keys.map((key) => ({ key, condition: isPrefix ? "k.word LIKE ?" : "k.word = ?", isPrefix })),
  );
  const sql = parts.map(
    ({ condition }, part) =>
      `SELECT ${part} AS part, k.block, k.ids FROM ${SEARCH_TABLES[kind]}_keys k WHERE ${condition} AND ${within}`,
  );
  const postings = await rows<{ part: number; block: number; ids: Buffer }>(
    ctx,
    sql.join(" UNION ALL "),
    parts.flatMap(({ key, isPrefix }): SqlValue[] => [Buffer.from(isPrefix ? `${key}%` : key), from, end]),
  );
  const lists = parts.map(() => new Set<number>());
  for (const { part, block, ids } of postings)
    for (let at = 0; at < ids.length; at += 2) lists[part]!.add(block * BLOCK_SIZE + ids.readUInt16LE(at));
  const [shortest, ...others] = lists.sort((one, other) => one.size - other.size);
  return [...shortest!]
    .filter((id) => id < below && others.every((list) => list.has(id)))
    .sort((one, other) => other - one);
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
