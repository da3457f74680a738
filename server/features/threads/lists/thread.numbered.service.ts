import type { Context, SqlValue } from "../../../core/context.ts";
import { load, preload } from "../../../core/loaders.ts";
import { marks, row } from "../../../core/sql.ts";
import { categoryTree } from "../../categories/category.service.ts";
import type { Thread } from "../thread.entity.ts";
import type { ThreadFilter } from "../thread.input.ts";
import { conditionsOf, readKeys, type Conditions, type SortColumn } from "./thread.list.service.ts";
import { threadById } from "../thread.loaders.ts";

/** Numbered pages reach as far as this; nobody turns two hundred pages, and whoever collects has cursors. */
export const NUMBERED_MAX = 10_000;
/** Hot threads that stand before the others of a search, and how old they may be, in milliseconds. */
const [HOT_FIRST, HOT_MS] = [10, 7 * 86_400_000];

/** What a numbered page is asked for. */
export interface NumberedRequest {
  readonly page: number;
  readonly perPage: number;
  readonly column: SortColumn;
  readonly filter: ThreadFilter;
  readonly categories: "all" | number[];
  /** The list is of the whole forum: what the viewer has muted stays out of it. */
  readonly isHome: boolean;
  /** Further conditions on `threads t`, as alternatives: threads of one of these kinds. Empty for all. */
  readonly anyOf: readonly string[];
  /** Only these; null for all. */
  readonly among: readonly number[] | null;
  /** Not these. */
  readonly without: readonly number[];
  /** Some hot threads of the last days come first. */
  readonly hotFirst: boolean;
}

/** A numbered page and how many threads there are in all, counted up to `NUMBERED_MAX`. */
export interface NumberedThreads {
  readonly threads: readonly Thread[];
  readonly total: number;
}

/** Threads by numbered pages, for clients that know no cursors: a fixed number of statements, index entries first. */
export async function listThreadsByNumber(ctx: Context, request: NumberedRequest): Promise<NumberedThreads> {
  const { perPage, categories } = request;
  const end = request.page * perPage;
  if (end > NUMBERED_MAX || request.among?.length === 0) return { threads: [], total: 0 };
  const hot = request.hotFirst ? await hotOnes(ctx, request) : [];
  const conditions = narrowed(ctx, request, [...request.without, ...hot]);
  const keys = await readKeys(
    ctx,
    conditions,
    categories,
    request.column,
    null,
    Math.max(0, end - hot.length) + 1,
  );
  const ids = [...hot, ...keys.keys()];
  const page = ids.slice(end - perPage, end);
  await preload(ctx, threadById, page);
  const found = await Promise.all(page.map(async (id) => await load(ctx, threadById, id)));
  const isLast = ids.length <= end;
  const total = isLast ? ids.length : Math.max(end + 1, hot.length + (await count(ctx, request, conditions)));
  return { threads: found.filter((thread) => thread !== null), total };
}

function narrowed(ctx: Context, request: NumberedRequest, without: readonly number[]): Conditions {
  const conditions = conditionsOf(ctx, request.filter, request.categories, request.isHome);
  const drive = (sql: string, values: readonly SqlValue[] = []): void => {
    conditions.sql.push(sql);
    conditions.values.push(...values);
    conditions.plain = false;
  };
  if (request.anyOf.length > 0) drive(`(${request.anyOf.join(" OR ")})`);
  if (request.among) drive(`t.id IN (${marks(request.among)})`, request.among);
  if (without.length > 0) {
    conditions.sql.push(`t.id NOT IN (${marks(without)})`);
    conditions.values.push(...without);
  }
  return conditions;
}

async function hotOnes(ctx: Context, request: NumberedRequest): Promise<number[]> {
  const conditions = narrowed(ctx, request, request.without);
  conditions.sql.push("t.createdAt >= ?");
  conditions.values.push(new Date(ctx.now.getTime() - HOT_MS));
  return [...(await readKeys(ctx, conditions, request.categories, "hotScore", null, HOT_FIRST)).keys()];
}

/** How many there are: for a whole list as its categories have counted, otherwise counted up to the limit. */
async function count(ctx: Context, { categories }: NumberedRequest, conditions: Conditions): Promise<number> {
  if (conditions.plain) {
    const { all } = await categoryTree(ctx);
    const listed = all.filter(({ id }) => categories === "all" || categories.includes(id));
    return listed.reduce((sum, { threadCount }) => sum + threadCount, 0);
  }
  const within = categories === "all" ? "" : `t.categoryId IN (${marks(categories)}) AND `;
  const found = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT t.id FROM threads t WHERE ${within}${conditions.sql.join(" AND ")} LIMIT ?) x`,
    [...(categories === "all" ? [] : categories), ...conditions.values, NUMBERED_MAX],
  );
  return Number(found!.n);
}
