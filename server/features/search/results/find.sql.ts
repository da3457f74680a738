import type { Context, SqlValue } from "../../../core/context.ts";
import { beforeOf, SEARCH_TABLES, type SearchedKind } from "../../../core/searchIndex.ts";
import {
  foldedPhrase,
  foldedTerms,
  matchPhrase,
  matchQuery,
  type FoldedTerm,
  type QueryOptions,
} from "../../../core/searchTokens.ts";
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

/** Texts that are searched for. */
export interface SearchTerms {
  readonly words: string;
  readonly phrases: readonly string[];
  /** Excluded phrases. */
  readonly without: readonly string[];
}

/** Tells if anything is searched for; otherwise all that may be found is listed. */
export function hasTerms({ words, phrases }: SearchTerms): boolean {
  return words !== "" || phrases.length > 0;
}

/** A part of a statement with its values. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A query with conditions on the things that the viewer may find. */
export interface Wanted {
  readonly kind: SearchedKind;
  readonly terms: SearchTerms;
  readonly rank: Rank;
  /** Ids below this one. */
  readonly below: number;
  readonly limit: number;
  /** Tables to join to `s.id`, each in its order, such as `posts p ON p.id = s.id`. */
  readonly joins: readonly string[];
  readonly where: string;
  readonly values: readonly SqlValue[];
  /** Those of the conditions that choose among all threads or replies (`x`) by an index, each behind AND. */
  readonly base: SqlPart;
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
  if (!hasTerms(wanted.terms)) return listIds(ctx, wanted);
  return isSqlite(ctx) ? findOnSqlite(ctx, wanted, options) : findOnMysql(ctx, wanted, options);
}

function isSqlite(ctx: Context): boolean {
  return ctx.services.database.engine === "sqlite";
}

/** FTS5 gives matches newest first as they are asked for, so a common word costs no more than a rare one. */
async function findOnSqlite(ctx: Context, wanted: Wanted, options: QueryOptions): Promise<Found> {
  const matches = await matchesOnSqlite(ctx, wanted, options);
  return matches === null ? { ids: [], continueBelow: null } : findAmong(ctx, wanted, matches);
}

/**
 * Lists threads or replies, newest first, for a search that only narrows or excludes. Looks at a part of the forum at once,
 * since what is rare may have none.
 */
async function listIds(ctx: Context, wanted: Wanted): Promise<Found> {
  const { kind, below, base, terms } = wanted;
  if (kind !== "thread" && kind !== "post") return { ids: [], continueBelow: null };
  const candidates = {
    sql: `SELECT x.id FROM ${kind}s x WHERE x.id < ?${base.sql} ORDER BY x.id DESC LIMIT ${EXAMINED_MAX}`,
    values: [below, ...base.values],
  };
  const excluded = isSqlite(ctx)
    ? await exclusionOnSqlite(ctx, wanted, candidates)
    : exclusionOnMysql(kind, terms);
  return findAmong(ctx, wanted, candidates, excluded);
}

/** Finds what the viewer may see among candidates that are newest first. */
async function findAmong(
  ctx: Context,
  { kind, limit, joins, where, values }: Wanted,
  candidates: SqlPart,
  excluded: SqlPart = { sql: "", values: [] },
): Promise<Found> {
  // The order of the loops is kept, so on SQLite the first rows that fit end the search.
  const [join, unqueued, order] = isSqlite(ctx)
    ? ["CROSS JOIN", UNQUEUED_ON_SQLITE, ""]
    : ["STRAIGHT_JOIN", UNQUEUED_ON_MYSQL, "ORDER BY s.id DESC"];
  const matching = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM (${candidates.sql}) s ${joins.map((each) => `${join} ${each}`).join(" ")}
     WHERE ${unqueued} AND ${where}${excluded.sql} ${order} LIMIT ?`,
    [...candidates.values, kind, ...values, ...excluded.values, limit],
  );
  const ids = matching.map(({ id }) => Number(id)).sort((one, other) => other - one);
  if (ids.length === limit) return { ids, continueBelow: null };
  const examined = await row<{ n: number; last: number | null }>(
    ctx,
    `SELECT COUNT(*) AS n, MIN(s.id) AS last FROM (${candidates.sql}) s`,
    candidates.values,
  );
  return { ids, continueBelow: Number(examined!.n) === EXAMINED_MAX ? Number(examined!.last) : null };
}

/** Leaves out what has one of the excluded phrases; the index is read as far down as the candidates go. */
async function exclusionOnSqlite(
  ctx: Context,
  { kind, terms, below }: Wanted,
  candidates: SqlPart,
): Promise<SqlPart> {
  const match = matchAny(terms.without);
  if (match === null) return { sql: "", values: [] };
  const excludedIn = (table: string): string => ` AND s.id NOT IN (SELECT f.rowid FROM search.${table} f
    WHERE f.${table} MATCH ? AND f.rowid < ? AND f.rowid >= (SELECT MIN(c.id) FROM (${candidates.sql}) c))`;
  const current = { sql: excludedIn(SEARCH_TABLES[kind]), values: [match, below, ...candidates.values] };
  const rebuiltBelow = await readRebuilt(ctx, kind);
  if (rebuiltBelow === null) return current;
  return {
    sql: current.sql + excludedIn(beforeOf(SEARCH_TABLES[kind])),
    values: [...current.values, match, Math.min(below, rebuiltBelow), ...candidates.values],
  };
}

function exclusionOnMysql(kind: SearchedKind, terms: SearchTerms): SqlPart {
  const patterns = patternsWithout(terms);
  if (patterns.length === 0) return { sql: "", values: [] };
  const any = patterns.map(() => "f.content LIKE ?").join(" OR ");
  return {
    sql: ` AND NOT EXISTS (SELECT 1 FROM ${SEARCH_TABLES[kind]} f WHERE f.id = s.id AND (${any}))`,
    values: patterns,
  };
}

/** Reads the id below which an older version of the index serves; null while none does. */
async function readRebuilt(ctx: Context, kind: SearchedKind): Promise<number | null> {
  const rebuild = await row<{ below: number }>(ctx, "SELECT r.below FROM search.rebuild r WHERE r.kind = ?", [
    kind,
  ]);
  return rebuild && rebuild.below;
}

/** Selects the newest matches; while the index is written again, what an older version wrote as well. */
async function matchesOnSqlite(
  ctx: Context,
  { kind, terms, rank, below }: Wanted,
  options: QueryOptions,
): Promise<SqlPart | null> {
  const every = matchAll(terms, options);
  const exact = matchAll(terms, {});
  if (every === null || exact === null) return null;
  const excluded = matchAny(terms.without);
  const without = excluded === null ? "" : ` NOT (${excluded})`;
  const matchesIn = (table: string): string =>
    `SELECT rowid AS id FROM search.${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${EXAMINED_MAX}`;
  const sql = matchesIn(SEARCH_TABLES[kind]);
  const values = [rankedMatch(every, exact, rank) + without, below];
  const rebuiltBelow = await readRebuilt(ctx, kind);
  // The older version knows titles and texts together.
  if (rebuiltBelow === null || rank.title) return { sql, values };
  const before = matchesIn(beforeOf(SEARCH_TABLES[kind]));
  return {
    sql: `SELECT id FROM (SELECT id FROM (${sql}) UNION ALL SELECT id FROM (${before})) ORDER BY id DESC LIMIT ${EXAMINED_MAX}`,
    values: [
      ...values,
      rankedMatch(every, exact, { exact: rank.exact }) + without,
      Math.min(below, rebuiltBelow),
    ],
  };
}

/** Writes what FTS5 is asked for all that is searched for; null if something in it cannot be. */
function matchAll({ words, phrases }: SearchTerms, options: QueryOptions): string | null {
  const parts = phrases.map(matchPhrase);
  if (words !== "") parts.unshift(matchQuery(words, options));
  return parts.includes(null) ? null : parts.join(" AND ");
}

/** Writes what FTS5 is asked for any of some phrases; null if none can be searched for. */
function matchAny(phrases: readonly string[]): string | null {
  const parts = phrases.flatMap((phrase) => matchPhrase(phrase) ?? []);
  return parts.length === 0 ? null : parts.join(" OR ");
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
  const terms = foldedAll(wanted.terms, options);
  if (terms === null) return { ids: [], continueBelow: null };
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
  { kind, terms: texts, rank, joins, where, values }: Wanted,
  terms: readonly FoldedTerm[],
  condition: string,
  conditionValues: readonly SqlValue[],
  limit: number,
): Promise<number[]> {
  const { fits, patterns } = rankedCondition(terms, foldedAll(texts, {}) ?? [], rank);
  const without = patternsWithout(texts);
  const matching = await rows<{ id: number }>(
    ctx,
    `SELECT s.id FROM ${SEARCH_TABLES[kind]} s ${joins.map((join) => `STRAIGHT_JOIN ${join}`).join(" ")}
     WHERE ${condition} AND ${fits}${without.map(() => " AND s.content NOT LIKE ?").join("")}
       AND ${UNQUEUED_ON_MYSQL} AND ${where} ORDER BY s.id DESC LIMIT ?`,
    [...conditionValues, ...patterns, ...without, kind, ...values, limit],
  );
  return matching.map(({ id }) => Number(id));
}

/** The parts of all that is searched for on folded texts; null if something in it cannot be. */
function foldedAll({ words, phrases }: SearchTerms, options: QueryOptions): FoldedTerm[] | null {
  const inPhrases = phrases.map(foldedPhrase);
  const inWords = words === "" ? [] : foldedTerms(words, options);
  if (inPhrases.includes(null) || (words !== "" && inWords.length === 0)) return null;
  return [...inWords, ...(inPhrases as FoldedTerm[])];
}

/** LIKE patterns of the excluded phrases. */
function patternsWithout({ without }: SearchTerms): string[] {
  return without.flatMap((phrase) => foldedPhrase(phrase)?.pattern ?? []);
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
