import type { SearchKind } from "../../gql/graphql.ts";

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

/** Search that an address names. */
export interface SearchView {
  keyword: string;
  /** Name of the tab: threads, replies, topics, members. */
  tab: string;
  after: string | null;
}

/** Reads `?keyword=`, `?kind=` and `?after=`; nonsense means threads. */
export function readSearchView(search: URLSearchParams): SearchView {
  const tab = search.get("kind") ?? "";
  const keyword = (search.get("keyword") ?? "").trim().slice(0, KEYWORD_MAX);
  return { keyword, tab: Object.hasOwn(KINDS, tab) ? tab : "threads", after: search.get("after") };
}

/** The variables of the page's query. */
export function searchVariables({ keyword, tab, after }: SearchView) {
  return { query: keyword, kind: KINDS[tab]!, first: HITS_PER_PAGE, after };
}

/** Address of a search. */
export function searchHref({ keyword, tab, after }: SearchView): string {
  const search = new URLSearchParams({ keyword });
  if (tab !== "threads") search.set("kind", tab);
  if (after) search.set("after", after);
  return `/search?${search}`;
}
