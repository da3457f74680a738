import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { LoaderStore } from "../../../core/loaders.ts";
import { permissionOf } from "../../../core/permissions.ts";
import { LegacyPage, legacyPage, type LegacyPageRequest } from "../../../core/rest.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { allow, GUEST_GROUP_ID, mustBeMember, refuseUnlessJoined, Viewer } from "../../../core/viewer.ts";
import { listedCategoryIds } from "../../categories/category.service.ts";
import { grantsOf } from "../../groups/group.service.ts";
import { boughtThreadIds } from "../../orders/order.list.service.ts";
import { legacyDraft, listDraftsForLegacy } from "../../threads/legacy/legacyDrafts.ts";
import { legacyThreads, TOM_FILES, TOM_IMAGES } from "../../threads/legacy/legacyThread.ts";
import { ThreadFilter, ThreadType } from "../../threads/thread.input.ts";
import type { SortColumn } from "../../threads/lists/thread.list.sql.ts";
import { listThreadsByNumber } from "../../threads/lists/thread.numbered.service.ts";
import { findIds } from "./find.sql.ts";
import type { LegacyThreadList } from "./legacy.input.ts";
import { scopeOf } from "./search.service.ts";
import { SearchKind } from "./search.view.ts";
import { QUERY_MAX } from "./understanding.service.ts";

/** The lists of the predecessor by their number (`scope`). */
enum Scope {
  USUAL = 0,
  RECOMMENDED = 1,
  SEARCH = 2,
  PAID_HOME = 3,
}

/** One's own lists by number (`complex`). */
enum Complex {
  DRAFTS = 1,
  LIKED = 2,
  FAVORITES = 3,
  BOUGHT = 4,
  BY_AUTHOR = 5,
}

/** The orders by number: creation, last reply, hot, update. What is replied to is what is updated. */
const ORDERS: Readonly<Record<number, SortColumn>> = {
  1: "createdAt",
  2: "lastPostedAt",
  3: "hotScore",
  4: "lastPostedAt",
};
/** Threads on the one page that a paid site shows to everybody. */
const PAID_HOME_PER_PAGE = 10;
/** Threads that a search finds at most. */
const FOUND_MAX = 500;
/** Ids and kinds that a filter names at most. */
const NAMED_MAX = 100;
/** Kinds of content by their number in the predecessor; no thread has any other. */
const TYPES: Readonly<Record<string, ThreadType>> = {
  [TOM_IMAGES]: ThreadType.IMAGE,
  [TOM_FILES]: ThreadType.ATTACHMENT,
};

/**
 * Threads by numbered pages with the filters of the predecessor (legacy-facts 3.5).
 * @throws {DomainError} INVALID_PARAMETER for numbers out of range; FORBIDDEN where no category may be viewed;
 *   LOGIN_REQUIRED for what is one's own.
 */
export async function listThreadsForLegacy(ctx: Context, input: LegacyThreadList): Promise<LegacyPage> {
  const scope = input.scope ?? Scope.USUAL;
  if (Scope[scope] === undefined) throw outOfRange("scope", 0, 3);
  if (ctx.viewer.mustJoin) return listPaidHome(ctx, scope);
  const asked = filterOf(input.filter);
  const sort = asked.number("sort", 1, 4) ?? 1;
  const complex = asked.number("complex", 1, 5);
  const request = scope === Scope.PAID_HOME ? { page: 1, perPage: PAID_HOME_PER_PAGE } : legacyPage(input);
  const filter = viewed(ctx, asked, complex, scope);
  const types = typesIn(asked);
  const without = asked.numbers("exclusiveIds");
  const words = asked.text("search");
  const named = asked.numbers("categoryids").filter((id) => id > 0);
  const categories = await categoriesOf(ctx, named);
  if (complex === Complex.DRAFTS) return draftsOf(ctx, request);
  const among = await amongIn(ctx, words, complex === Complex.BOUGHT);
  const { threads, total } = await listThreadsByNumber(ctx, {
    ...request,
    filter,
    categories,
    types,
    among,
    without,
    isHome: named.length === 0 && among === null,
    column: scope === Scope.PAID_HOME ? "hotScore" : scope === Scope.SEARCH ? "lastPostedAt" : ORDERS[sort]!,
    hotFirst: scope === Scope.SEARCH,
  });
  return new LegacyPage(await legacyThreads(ctx, threads), request, threads.length, total);
}

/**
 * The page of threads that a paid site shows to who has not joined it: titles of the categories whose lists are open to
 * visitors elsewhere, without texts, as nobody here has the right to read.
 */
async function listPaidHome(ctx: Context, scope: number): Promise<LegacyPage> {
  if (scope !== Scope.PAID_HOME) refuseUnlessJoined(ctx.viewer);
  const grants = await grantsOf(ctx, GUEST_GROUP_ID);
  const viewer = Viewer.visitor(new Set([...grants].filter((each) => permissionOf(each) === "viewThreads")));
  return listThreadsForLegacy({ ...ctx, viewer, loaders: new LoaderStore() }, { scope });
}

/** Threads that the start page names beside its list. */
const RECOMMENDED_MAX = 5;

/** Featured threads with the last replies, for the start page of old clients. */
export async function listRecommendedForLegacy(ctx: Context): Promise<object[]> {
  const filter = new ThreadFilter();
  filter.essence = true;
  const { threads } = await listThreadsByNumber(ctx, {
    page: 1,
    perPage: RECOMMENDED_MAX,
    filter,
    categories: await categoriesOf(ctx, []),
    types: null,
    among: null,
    without: [],
    isHome: false,
    column: "lastPostedAt",
    hotFirst: false,
  });
  return threads.map(({ id, categoryId, title, viewCount }) => ({
    threadId: id,
    categoryId,
    title,
    viewCount,
  }));
}

/** Reads the parts of the filter about people and marks. */
function viewed(ctx: Context, asked: Filter, complex: number | undefined, scope: Scope): ThreadFilter {
  const filter = new ThreadFilter();
  if (asked.number("essence", 0, 1)) filter.essence = true;
  if (asked.number("attention", 0, 1)) filter.followed = true;
  if (scope === Scope.RECOMMENDED) filter.recommended = true;
  const named = asked.number("toUserId", 0, Number.MAX_SAFE_INTEGER) || undefined;
  const isOwn = complex !== undefined && (named === undefined || named === ctx.viewer.id);
  if (isOwn || complex === Complex.FAVORITES) allow(mustBeMember(ctx.viewer));
  if (complex === Complex.LIKED && isOwn) filter.liked = true;
  if (complex === Complex.LIKED && !isOwn) filter.likedById = String(named);
  if (complex === Complex.FAVORITES) filter.favorite = true;
  if (complex === Complex.BY_AUTHOR) filter.authorId = String(named ?? ctx.viewer.id);
  return filter;
}

/** The named categories with their children, as far as the viewer may view them; all without names. */
async function categoriesOf(ctx: Context, wanted: readonly number[]): Promise<"all" | number[]> {
  const refusal = new DomainError("FORBIDDEN", {
    text: { zh: "没有浏览权限", en: "You may not view any category." },
  });
  if (!ctx.viewer.mayAnywhere("viewThreads")) throw refusal;
  if (wanted.length === 0) return listedCategoryIds(ctx, undefined);
  const each = await Promise.all(wanted.map((id) => listedCategoryIds(ctx, id).catch(() => [])));
  const listed = [...new Set(each.flatMap((ids) => (ids === "all" ? [] : ids)))];
  if (listed.length === 0) throw refusal;
  return listed;
}

/** The newest threads with all of these words that the viewer may read. */
async function idsWith(ctx: Context, query: string): Promise<readonly number[]> {
  await ctx.services.rateLimiter.take(
    "search",
    ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address,
    ctx.quotas,
  );
  const scope = await scopeOf(ctx, SearchKind.THREAD);
  const below = Number.MAX_SAFE_INTEGER;
  // Old clients know no operators: all that they send is words.
  const terms = { words: query, phrases: [], without: [] };
  return (await findIds(ctx, { kind: "thread", terms, rank: {}, below, limit: FOUND_MAX, ...scope })).ids;
}

/** The threads that a list is chosen from: those with the words, those bought, or both; null for all. */
async function amongIn(ctx: Context, words: string, isBought: boolean): Promise<readonly number[] | null> {
  const found = words === "" ? null : await idsWith(ctx, words);
  if (!isBought) return found;
  const bought = await boughtThreadIds(ctx, FOUND_MAX);
  return found === null ? bought : bought.filter((id) => found.includes(id));
}

async function draftsOf(ctx: Context, request: LegacyPageRequest): Promise<LegacyPage> {
  const drafts = await listDraftsForLegacy(ctx);
  const end = request.page * request.perPage;
  const shown = await Promise.all(
    drafts.slice(end - request.perPage, end).map((draft) => legacyDraft(ctx, draft)),
  );
  return new LegacyPage(shown, request, shown.length, drafts.length);
}

/** Types of content that a filter names, without those that do not exist here; null if it names none. */
function typesIn(asked: Filter): ThreadType[] | null {
  const names = asked.names("types");
  if (names.length === 0) return null;
  return [...new Set(names.flatMap((name) => (Object.hasOwn(TYPES, name) ? TYPES[name]! : [])))];
}

/** Reads the parts of a filter. */
interface Filter {
  number(name: string, least: number, most: number): number | undefined;
  numbers(name: string): number[];
  /** Numbers, or names such as those of plugins. */
  names(name: string): string[];
  text(name: string): string;
}

function filterOf(given: unknown): Filter {
  if (given !== undefined && given !== "" && (typeof given !== "object" || given === null))
    throw invalid("filter", "filter 必须是对象", "filter must be an object.");
  const from = (given || {}) as Record<string, unknown>;
  const isNumber = (value: unknown): boolean =>
    (typeof value === "number" || typeof value === "string") && Number.isSafeInteger(Number(value));
  const listOf = (name: string): unknown[] => {
    const value = from[name] ?? [];
    const items = Array.isArray(value) ? value : typeof value === "object" ? Object.values(value) : [value];
    return items.filter((item) => item !== "") as unknown[];
  };
  return {
    number(name, least, most) {
      const value = from[name];
      if (value === undefined || value === null || value === "") return undefined;
      if (!isNumber(value) || Number(value) < least || Number(value) > most)
        throw outOfRange(name, least, most);
      return Number(value);
    },
    numbers(name) {
      const named = listOf(name);
      if (named.length > NAMED_MAX || !named.every(isNumber))
        throw invalid(name, `${name} 必须是数字数组`, `${name} is a list of at most ${NAMED_MAX} numbers.`);
      return named.map(Number);
    },
    names(name) {
      const named = listOf(name);
      const isName = (item: unknown): boolean => typeof item === "string" || typeof item === "number";
      if (named.length > NAMED_MAX || !named.every(isName))
        throw invalid(name, `${name} 必须是数组`, `${name} is a list of at most ${NAMED_MAX} names.`);
      return named.map(String);
    },
    text(name) {
      const value = from[name] ?? "";
      if (typeof value !== "string" && typeof value !== "number")
        throw invalid(name, `${name} 必须是字符串`, `${name} must be a text.`);
      const line = cleanLine(String(value));
      if (lengthOf(line) > QUERY_MAX)
        throw invalid(
          name,
          `搜索词不能超过 ${QUERY_MAX} 个字符`,
          `A search has at most ${QUERY_MAX} characters.`,
        );
      return line;
    },
  };
}

function outOfRange(name: string, least: number, most: number): DomainError {
  return invalid(name, `${name} 取值错误`, `${name} must be between ${least} and ${most}.`);
}
