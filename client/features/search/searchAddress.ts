import type { SearchFilter, SearchKind } from "../../gql/graphql.ts";

/** Hits on a page. */
export const HITS_PER_PAGE = 20;
/** Longest text that is searched for, in characters. */
export const KEYWORD_MAX = 100;

/** The tabs of the results, in order, and what each searches. */
export const KINDS: Readonly<Record<string, SearchKind>> = {
  threads: "THREAD",
  replies: "POST",
  topics: "TOPIC",
  members: "USER",
};

/** Spans of time that a search may be narrowed to, in days. */
export const SPANS: Readonly<Record<string, number>> = { week: 7, month: 31, year: 366 };
/** Longest span of time, in days. */
const SPAN_MAX = 3_660;
const DAY_MS = 86_400_000;
const ID = /^[1-9]\d{0,15}$/;

/** Search that an address names. */
export interface SearchView {
  keyword: string;
  /** Name of the tab: threads, replies, topics, members. */
  tab: string;
  after: string | null;
  /** Newest first, and not those with the words in their titles. */
  isNewest?: boolean;
  categoryId?: string | null;
  authorId?: string | null;
  threadId?: string | null;
  /** Name of a span of time, or its days. */
  span?: string | null;
  /** Only what was written at or after this time, in ISO 8601. */
  writtenFrom?: string | null;
  /** Only what was written before this time, in ISO 8601. */
  writtenBefore?: string | null;
  titleOnly?: boolean;
  hasPicture?: boolean;
  isSolved?: boolean;
}

/** Gives the days of a span of time; null if it is none. */
export function spanDays(span: string): number | null {
  if (Object.hasOwn(SPANS, span)) return SPANS[span]!;
  const days = /^[1-9]\d{0,3}$/.test(span) ? Number(span) : 0;
  return days > 0 && days <= SPAN_MAX ? days : null;
}

/** Reads the address of a search; nonsense narrows nothing and means threads. */
export function readSearchView(search: URLSearchParams): SearchView {
  const tab = search.get("kind") ?? "";
  const keyword = (search.get("keyword") ?? "").trim().slice(0, KEYWORD_MAX);
  const id = (name: string): string | null => {
    const value = search.get(name) ?? "";
    return ID.test(value) ? value : null;
  };
  const time = (name: string): string | null => {
    const value = new Date(search.get(name) ?? "");
    return Number.isNaN(value.getTime()) ? null : value.toISOString();
  };
  const span = search.get("span") ?? "";
  return {
    keyword,
    tab: Object.hasOwn(KINDS, tab) ? tab : "threads",
    after: search.get("after"),
    isNewest: search.get("sort") === "newest",
    categoryId: id("category"),
    authorId: id("author"),
    threadId: id("thread"),
    span: spanDays(span) === null ? null : span,
    writtenFrom: time("from"),
    writtenBefore: time("until"),
    titleOnly: search.has("title"),
    hasPicture: search.has("picture"),
    isSolved: search.has("solved"),
  };
}

/** Tells if a text may have operators, so that the page tells how it is understood. */
export function hasOperators(keyword: string): boolean {
  return /[:："“”＂]|(?:^|\s)[-－]/u.test(keyword);
}

/**
 * The variables of the page's query.
 * @param now time of the page in milliseconds; a span begins with a day, so that the query stays the same
 */
export function searchVariables(view: SearchView, now: number) {
  const { keyword, tab, after, isNewest } = view;
  const sort = isNewest ? ("NEWEST" as const) : ("RELEVANCE" as const);
  return {
    query: keyword,
    kind: KINDS[tab]!,
    first: HITS_PER_PAGE,
    after,
    sort,
    filter: searchFilter(view, now),
  };
}

/** The filter of a search. */
export function searchFilter(view: SearchView, now: number): SearchFilter {
  const { categoryId, authorId, threadId, span, titleOnly, hasPicture, isSolved } = view;
  const days = spanDays(span ?? "");
  const begin = days === null ? null : new Date((Math.floor(now / DAY_MS) - days) * DAY_MS).toISOString();
  const writtenFrom = [begin, view.writtenFrom ?? null].reduce((one, other) =>
    (one ?? "") > (other ?? "") ? one : other,
  );
  return {
    ...(categoryId && { categoryId }),
    ...(authorId && { authorId }),
    ...(threadId && { threadId }),
    ...(writtenFrom && { writtenFrom }),
    ...(view.writtenBefore && { writtenBefore: view.writtenBefore }),
    ...(titleOnly && { titleOnly }),
    ...(hasPicture && { hasPicture }),
    ...(isSolved && { solved: true }),
  };
}

/** Address of a search. */
export function searchHref(view: SearchView): string {
  const search = new URLSearchParams({ keyword: view.keyword });
  if (view.tab !== "threads") search.set("kind", view.tab);
  if (view.isNewest) search.set("sort", "newest");
  if (view.categoryId) search.set("category", view.categoryId);
  if (view.authorId) search.set("author", view.authorId);
  if (view.threadId) search.set("thread", view.threadId);
  if (view.span) search.set("span", view.span);
  if (view.writtenFrom) search.set("from", view.writtenFrom);
  if (view.writtenBefore) search.set("until", view.writtenBefore);
  if (view.titleOnly) search.set("title", "1");
  if (view.hasPicture) search.set("picture", "1");
  if (view.isSolved) search.set("solved", "1");
  if (view.after) search.set("after", view.after);
  return `/search?${search}`;
}
