import type { Context } from "../../../core/context.ts";
import { load, preload } from "../../../core/loaders.ts";
import { countListedThreads } from "../../categories/category.service.ts";
import type { Thread } from "../thread.entity.ts";
import type { ThreadFilter, ThreadType } from "../thread.input.ts";
import { threadById } from "../thread.loaders.ts";
import { addAmong, addSince, addTypes, addWithout, type Conditions } from "./thread.conditions.sql.ts";
import { conditionsOf } from "./thread.list.service.ts";
import { countUpTo, readKeys, type SortColumn } from "./thread.list.sql.ts";

/** Numbered pages reach as far as this; nobody turns two hundred pages, and whoever collects has cursors. */
export const NUMBERED_MAX = 10_000;
/** Hot threads that stand before the others of a search, and how old they may be, in milliseconds. */
const [HOT_FIRST, HOT_MS] = [10, 7 * 86_400_000];

/** Parameters of a numbered page. */
export interface NumberedRequest {
  readonly page: number;
  readonly perPage: number;
  readonly column: SortColumn;
  readonly filter: ThreadFilter;
  readonly categories: "all" | number[];
  /** The list is of the whole forum: what the viewer has muted stays out of it. */
  readonly isHome: boolean;
  /** Threads with content of at least one of these types; null for all, empty for none. */
  readonly types: readonly ThreadType[] | null;
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
  const hot = request.hotFirst ? await readHotIds(ctx, request) : [];
  const conditions = requestConditions(ctx, request, [...request.without, ...hot]);
  const limit = Math.max(0, end - hot.length) + 1;
  const keys = await readKeys(ctx, conditions, { categories, column: request.column, after: null, limit });
  const ids = [...hot, ...keys.keys()];
  const page = ids.slice(end - perPage, end);
  await preload(ctx, threadById, page);
  const threads = await Promise.all(page.map(async (id) => await load(ctx, threadById, id)));
  const isLast = ids.length <= end;
  const total = isLast ? ids.length : Math.max(end + 1, hot.length + (await count(ctx, request, conditions)));
  return { threads: threads.filter((thread) => thread !== null), total };
}

function requestConditions(ctx: Context, request: NumberedRequest, without: readonly number[]): Conditions {
  const conditions = conditionsOf(ctx, request.filter, request.categories, request.isHome);
  if (request.types) addTypes(conditions, request.types);
  if (request.among) addAmong(conditions, request.among);
  addWithout(conditions, without);
  return conditions;
}

async function readHotIds(ctx: Context, request: NumberedRequest): Promise<number[]> {
  const conditions = requestConditions(ctx, request, request.without);
  addSince(conditions, new Date(ctx.now.getTime() - HOT_MS));
  const { categories } = request;
  const hottest = { categories, column: "hotScore", after: null, limit: HOT_FIRST } as const;
  return [...(await readKeys(ctx, conditions, hottest)).keys()];
}

/** Counts the threads of a list: a whole list by the counters of its categories, another up to the limit. */
async function count(ctx: Context, { categories }: NumberedRequest, conditions: Conditions): Promise<number> {
  if (!conditions.plain) return countUpTo(ctx, conditions, categories, NUMBERED_MAX);
  return countListedThreads(ctx, categories);
}
