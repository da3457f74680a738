import type { Context, SqlValue } from "../../../core/context.ts";
import type { CursorKey } from "../../../core/paging.ts";
import { byIndex, marks, row, rows, rowsEach, select, sqlTime } from "../../../core/sql.ts";
import { Thread } from "../thread.entity.ts";
import { LONG_TEXTS } from "../thread.sql.ts";
import { addCategories, type Categories, type Conditions } from "./thread.conditions.sql.ts";

/** Up to so many categories are read one by one, each by its own index; more are filtered out of the whole forum. */
const CATEGORIES_READ_APART = 16;

/** The columns that lists are ordered by. */
export type SortColumn = "createdAt" | "lastPostedAt" | "hotScore";

/** Part of an ordered list of threads. */
export interface KeyRequest {
  readonly categories: Categories;
  readonly column: SortColumn;
  readonly after: CursorKey | null;
  readonly limit: number;
}

interface KeyRow {
  readonly id: number;
  readonly sortKey: string | number | Date;
}

/**
 * Reads ids and sort keys of threads in order. Raw since each list of threads begins with it, and answers from an index
 * alone.
 */
export async function readKeys(
  ctx: Context,
  conditions: Conditions,
  { categories, column, after, limit }: KeyRequest,
): Promise<Map<number, string | number>> {
  const { plain } = conditions;
  const apart = categories !== "all" && plain && categories.length <= CATEGORIES_READ_APART;
  const where: string[] = [];
  const categoryValues: SqlValue[] = [];
  if (apart) {
    where.push("t.categoryId = ?");
  } else if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    categoryValues.push(...categories);
  }
  where.push(...conditions.sql);
  const tail: SqlValue[] = [...conditions.values];
  if (after) {
    where.push(`t.${column} <= ? AND (t.${column} < ? OR t.id < ?)`);
    tail.push(after[0]!, after[0]!, after[1]!);
  }
  tail.push(limit);
  const name =
    conditions.index ?? (plain ? `ix_threads_${apart ? "categoryId_" : ""}visible_${column}_id` : null);
  const index = name ? byIndex(ctx, name) : "";
  const sql = `SELECT t.id, t.${column} AS sortKey FROM threads t ${index} WHERE ${where.join(" AND ")}
    ORDER BY t.${column} DESC, t.id DESC LIMIT ?`;
  const valuesEach = apart ? categories.map((id) => [id, ...tail]) : [[...categoryValues, ...tail]];
  const keys = await rowsEach<KeyRow>(ctx, sql, valuesEach);

  const keyOf = (key: string | number | Date): string | number => (key instanceof Date ? sqlTime(key) : key);
  const keyed = keys.map(({ id, sortKey }) => ({ id, key: keyOf(sortKey) }));
  if (valuesEach.length > 1) keyed.sort((a, b) => (a.key === b.key ? b.id - a.id : a.key < b.key ? 1 : -1));
  return new Map(keyed.slice(0, limit).map(({ id, key }) => [id, key]));
}

/** Reads pinned threads, last replied to first. Raw since the home page and each category show them. */
export function readPinned(ctx: Context, conditions: Conditions, limit: number): Promise<Thread[]> {
  const index = byIndex(ctx, "ix_threads_isSticky_visible");
  const from = `threads t ${index} WHERE t.isSticky = 1 AND (t.stickyUntil IS NULL OR t.stickyUntil > ?)
    AND ${conditions.sql.join(" AND ")}
    ORDER BY t.lastPostedAt DESC, t.id DESC LIMIT ?`;
  return select(ctx, Thread, "t", from, [ctx.now, ...conditions.values, limit], LONG_TEXTS);
}

/** Counts threads of others since a time, up to a limit. Raw since each open list runs it every minute. */
export async function countSince(
  ctx: Context,
  { sql, values, plain }: Conditions,
  since: Date,
  limit: number,
): Promise<number> {
  const index = plain ? byIndex(ctx, "ix_threads_visible_createdAt_id") : "";
  const counted = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT t.id FROM threads t ${index}
       WHERE ${sql.join(" AND ")} AND t.createdAt > ? AND t.authorId <> ? LIMIT ?) x`,
    [...values, since, ctx.viewer.id, limit],
  );
  return Number(counted!.n);
}

/** Counts threads up to a limit. Raw since TypeORM cannot count a limited subquery. */
export async function countUpTo(
  ctx: Context,
  conditions: Conditions,
  categories: Categories,
  limit: number,
): Promise<number> {
  const within: Conditions = { sql: [], values: [], plain: false };
  addCategories(within, categories);
  const where = [...within.sql, ...conditions.sql].join(" AND ");
  const counted = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT t.id FROM threads t WHERE ${where} LIMIT ?) x`,
    [...within.values, ...conditions.values, limit],
  );
  return Number(counted!.n);
}

/** Counts threads with a position, up to a limit. Raw for the same reason as `countUpTo`. */
export async function countPlaces(ctx: Context, limit: number): Promise<number> {
  const some = `SELECT 1 FROM threads t ${byIndex(ctx, "ix_threads_longitude")} WHERE t.longitude IS NOT NULL LIMIT ?`;
  const [counted] = await rows<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM (${some}) x`, [limit]);
  return Number(counted!.n);
}
