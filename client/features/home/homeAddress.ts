import type { HomePageQueryVariables, ThreadType } from "../../gql/graphql.ts";

/** Threads on a page. */
export const THREADS_PER_PAGE = 20;

/** Lists that the tabs choose between. */
export type HomeTab = "reply" | "newest" | "hot" | "essence" | "followed";

/** What the address of a list asks for. */
export interface HomeView {
  tab: HomeTab;
  type: ThreadType | null;
  /** Cursor of the page, for readers without scripts. */
  after: string | null;
}

const TABS: readonly HomeTab[] = ["reply", "newest", "hot", "essence", "followed"];
const TYPES: Readonly<Record<string, ThreadType>> = {
  text: "TEXT",
  image: "IMAGE",
  attachment: "ATTACHMENT",
};

/** Reads `?tab=`, `?type=` and `?after=`; nonsense means the list of the latest replies. */
export function readHomeView(search: URLSearchParams): HomeView {
  const tab = TABS.find((known) => known === search.get("tab")) ?? "reply";
  return { tab, type: TYPES[search.get("type") ?? ""] ?? null, after: search.get("after") };
}

/** The variables of the page's query. */
export function homeVariables(categoryId: string | null, { tab, type, after }: HomeView) {
  const sort = tab === "newest" ? "NEWEST" : tab === "hot" ? "HOT" : "LAST_REPLY";
  const filter = {
    ...(tab === "essence" && { essence: true }),
    ...(tab === "followed" && { followed: true }),
    ...(type && { type }),
  };
  const variables = {
    categoryId,
    sort,
    filter,
    first: THREADS_PER_PAGE,
    after,
  } satisfies HomePageQueryVariables;
  return variables;
}

/** Address of a list. */
export function homeHref(categoryId: string | null, { tab, type, after }: HomeView): string {
  const search = new URLSearchParams();
  if (tab !== "reply") search.set("tab", tab);
  if (type)
    search.set(
      "type",
      Object.keys(TYPES).find((key) => TYPES[key] === type)!,
    );
  if (after) search.set("after", after);
  const path = categoryId ? `/category/${categoryId}` : "/";
  return search.size > 0 ? `${path}?${search}` : path;
}
