import type { ThreadFilter } from "../../../gql/graphql.ts";

/** Threads on a page of the administration. */
export const ADMIN_THREADS = 30;

/** Lists that an address can name. */
export const ADMIN_LISTS = ["live", "pending", "hidden", "deleted"] as const;
/** One of the lists of the administration of threads. */
export type AdminList = (typeof ADMIN_LISTS)[number];

/** View that an address of `/admin/content` asks for. */
export interface ThreadsAdminView {
  list: AdminList;
  category: string;
  authorId: string;
  mark: string;
  from: string;
  before: string;
  word: string;
  after: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; nonsense means no filter. */
export function readThreadsAdminView(search: URLSearchParams): ThreadsAdminView {
  const text = (name: string, pattern: RegExp) => {
    const value = search.get(name) ?? "";
    return pattern.test(value) ? value : "";
  };
  return {
    list: ADMIN_LISTS.find((list) => list === search.get("list")) ?? "live",
    category: text("category", /^\d{1,15}$/),
    authorId: text("author", /^\d{1,15}$/),
    mark: text("mark", /^essence$/),
    from: text("from", DAY),
    before: text("before", DAY),
    word: (search.get("word") ?? "").trim().slice(0, 100),
    after: search.get("after"),
  };
}

/** The address of a view; what is not filtered is not in it. */
export function threadsAdminHref(view: Partial<ThreadsAdminView>): string {
  const { list, authorId, ...rest } = view;
  const search = new URLSearchParams();
  if (list && list !== "live") search.set("list", list);
  if (authorId) search.set("author", authorId);
  for (const [name, value] of Object.entries(rest)) if (value) search.set(name, value);
  return search.size > 0 ? `/admin/content?${search}` : "/admin/content";
}

/** The variables of the page's query. */
export function threadsAdminVariables(view: ThreadsAdminView) {
  const { list, category, authorId, mark, from, before, word, after } = view;
  const filter: ThreadFilter = {
    ...(list === "pending" ? { pending: true } : {}),
    ...(list === "hidden" ? { refused: true } : {}),
    ...(list === "deleted" ? { deleted: true } : {}),
    ...(authorId ? { authorId } : {}),
    ...(mark === "essence" ? { essence: true } : {}),
    ...(from ? { publishedFrom: `${from}T00:00:00.000Z` } : {}),
    ...(before ? { publishedBefore: `${before}T00:00:00.000Z` } : {}),
  };
  const bySearch = word !== "";
  return {
    first: ADMIN_THREADS,
    after: after ?? null,
    categoryId: category || null,
    filter,
    word,
    bySearch,
    byFilter: !bySearch,
  };
}
