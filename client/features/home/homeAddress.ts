import type { HomePageQueryVariables, ThreadFilter, ThreadSort, ThreadType } from "../../gql/graphql.ts";
import type { Density } from "../../platform/page.ts";

/** Threads on a page. */
export const THREADS_PER_PAGE: Readonly<Record<Density, number>> = { cards: 20, compact: 40 };

/** Lists that the tabs choose between (legacy-facts 6.1). */
export type HomeTab = "all" | "recommended" | "essence" | "followed" | "unread";
/** Orders of a list: last reply, time of publication, heat. */
export type HomeSort = "reply" | "newest" | "hot";

/** List that an address names. */
export interface HomeView {
  tab: HomeTab;
  sort: HomeSort;
  type: ThreadType | null;
  /** Cursor of the page, for readers without scripts. */
  after: string | null;
}

const TABS: readonly HomeTab[] = ["all", "recommended", "essence", "followed", "unread"];
/** The orders by their names in the address. */
export const SORTS: readonly HomeSort[] = ["reply", "newest", "hot"];
const SORT_NAMES: Readonly<Record<HomeSort, ThreadSort>> = {
  reply: "LAST_REPLY",
  newest: "NEWEST",
  hot: "HOT",
};
const TYPES: Readonly<Record<string, ThreadType>> = {
  text: "TEXT",
  image: "IMAGE",
  attachment: "ATTACHMENT",
};

/** The list of the latest replies, from its beginning. */
export const FIRST_VIEW: HomeView = { tab: "all", sort: "reply", type: null, after: null };

/**
 * Reads `?tab=`, `?sort=`, `?type=` and `?after=`; nonsense means the list of the latest replies. An order given as a tab
 * (`?tab=hot`) is the list of all threads in that order.
 */
export function readHomeView(search: URLSearchParams): HomeView {
  const named = search.get("tab");
  const sortOf = (name: string | null): HomeSort | undefined => SORTS.find((known) => known === name);
  const tab = TABS.find((known) => known === named) ?? "all";
  const sort = sortOf(search.get("sort")) ?? sortOf(named) ?? "reply";
  const type = search.get("type") ?? "";
  return { tab, sort, type: Object.hasOwn(TYPES, type) ? TYPES[type]! : null, after: search.get("after") };
}

/** Builds the filter for the threads of a view; the order plays no part. */
export function homeFilter({ tab, type }: HomeView): ThreadFilter {
  return {
    ...(tab === "recommended" && { recommended: true }),
    ...(tab === "essence" && { essence: true }),
    ...(tab === "followed" && { followed: true }),
    ...(tab === "unread" && { unread: true }),
    ...(type && { type }),
  };
}

/** The variables of the page's query. What is recommended has an order of its own. */
export function homeVariables(categoryId: string | null, view: HomeView, density: Density) {
  return {
    categoryId,
    sort: view.tab === "recommended" ? "HOT" : SORT_NAMES[view.sort],
    filter: homeFilter(view),
    first: THREADS_PER_PAGE[density],
    after: view.after,
  } satisfies HomePageQueryVariables;
}

/** Address of a list. */
export function homeHref(categoryId: string | null, { tab, sort, type, after }: HomeView): string {
  const search = new URLSearchParams();
  if (tab !== "all") search.set("tab", tab);
  if (sort !== "reply" && tab !== "recommended") search.set("sort", sort);
  if (type)
    search.set(
      "type",
      Object.keys(TYPES).find((key) => TYPES[key] === type)!,
    );
  if (after) search.set("after", after);
  const path = categoryId ? `/category/${categoryId}` : "/";
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Builds the one address of a page of a list: behind the first it has other threads, in other orders the same ones. */
export function ownHref(categoryId: string | null, view: HomeView): string {
  return homeHref(categoryId, view.after ? view : { tab: "all", sort: "reply", type: null, after: null });
}
