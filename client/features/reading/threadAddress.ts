import type { PostSort } from "../../gql/graphql.ts";

/** Replies on a page. */
export const POSTS_PER_PAGE = 20;

/** View that the address of a thread's page names. */
export interface ThreadView {
  /** From 1; meaningful for the order of numbers only. */
  page: number;
  sort: PostSort;
  /** Cursor for the other orders. */
  after: string | null;
  /** The reply whose comments are all shown. */
  commentsOf: string | null;
}

const SORTS: ReadonlyMap<string, PostSort> = new Map([
  ["newest", "NEWEST"],
  ["liked", "MOST_LIKED"],
  ["author", "AUTHOR"],
]);

/** The page on which a reply stands. */
export function pageOfNumber(number: number): number {
  return Math.max(1, Math.ceil(number / POSTS_PER_PAGE));
}

/** Reads `?page=`, `?post=`, `?sort=`, `?after=` and `?comments=`; nonsense means the first page. */
export function readThreadView(search: URLSearchParams): ThreadView {
  const wholeNumber = (name: string) => {
    const text = search.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const post = wholeNumber("post");
  const id = search.get("comments");
  return {
    page: wholeNumber("page") ?? (post === null ? 1 : pageOfNumber(post)),
    sort: SORTS.get(search.get("sort") ?? "") ?? "OLDEST",
    after: search.get("after"),
    commentsOf: id && /^\d{1,16}$/.test(id) ? id : null,
  };
}

/** The variables of the page's query. */
export function threadVariables(
  id: string,
  { page, sort, after }: Pick<ThreadView, "page" | "sort" | "after">,
) {
  const isNumbered = sort === "OLDEST";
  return {
    id,
    first: POSTS_PER_PAGE,
    sort,
    fromNumber: isNumbered ? (page - 1) * POSTS_PER_PAGE + 1 : null,
    after: isNumbered ? null : after,
  };
}

/** Address of a page of a thread; the first one has no parameter. */
export function threadHref(id: string, page = 1, sort: PostSort = "OLDEST"): string {
  const name = [...SORTS].find(([, known]) => known === sort)?.[0];
  if (name) return `/thread/${id}?sort=${name}`;
  return page > 1 ? `/thread/${id}?page=${page}` : `/thread/${id}`;
}

/** Address of the composer, over the reply that the address of the browser names. */
export function replyHref(id: string): string {
  const post = /^#p(\d+)$/.exec(location.hash)?.[1];
  return post ? `/thread/${id}?post=${post}#reply` : `/thread/${id}#reply`;
}

/** Address of a reply by its number: the right page, and the place on it. */
export function postHref(id: string, number: number): string {
  return `${threadHref(id, pageOfNumber(number))}#p${number}`;
}

/**
 * Address of a place in a thread: of a reply by its number, or of its text for 0. It names the text, too: browsers keep
 * the place of the address that led there.
 */
export function placeHref({ threadId, number }: { threadId: string; number: number }): string {
  return number === 0 ? `/thread/${threadId}#thread-text` : postHref(threadId, number);
}
