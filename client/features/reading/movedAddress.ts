import { type Answer, type Ask, ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { MovedPostDocument, type MovedPostQuery } from "../../gql/graphql.ts";
import type { PageAddress } from "../../page.ts";
import { pageOfNumber, placeHref, readThreadView, threadHref } from "./threadAddress.ts";

graphql(`
  query MovedPost($threadId: ID!, $number: Int!) {
    movedPost(threadId: $threadId, number: $number) {
      threadId
      number
    }
  }
`);

/** Names the thread from which a reader was led on, so that the browser, which knows the place behind `#`, finds it. */
export const MOVED_FROM = "moved";

/** The reply that an address names, by `#p` or `?post=`; null for none. */
export function namedNumber(search: URLSearchParams, hash = ""): number | null {
  const text = /^#p([1-9]\d{0,8})$/.exec(hash)?.[1] ?? /^[1-9]\d{0,8}$/.exec(search.get("post") ?? "")?.[0];
  return text === undefined ? null : Number(text);
}

function hasNumber({ data }: Answer, number: number): boolean {
  const { thread } = (data ?? {}) as { thread?: { posts?: { nodes?: { number?: number | null }[] } } };
  return thread?.posts?.nodes?.some((post) => post.number === number) ?? false;
}

/** Asks on the server where a thread is that was merged, or a reply that the address names and the page lacks. */
export function askMoved({ params, search }: PageAddress, answers: readonly Answer[]): Ask | null {
  const page = answers.find(({ name }) => name === "ThreadPage");
  const threadId = params["id"];
  if (!page || !threadId) return null;
  const number = namedNumber(search);
  const isGone = page.errors?.some(({ extensions }) => extensions?.code === "NOT_FOUND") ?? false;
  const isMissing = number !== null && search.get("sort") === null && !hasNumber(page, number);
  return isGone || isMissing ? ask(MovedPostDocument, { threadId, number: number ?? 0 }) : null;
}

/**
 * The address to go to instead. Without `?post=` the server does not know which reply is meant: the browser keeps what
 * is behind `#` and looks again.
 */
export function movedHref({ params, search }: PageAddress, data: unknown): string | null {
  const place = (data as MovedPostQuery).movedPost;
  if (!place) return null;
  if (namedNumber(search) !== null) return placeHref(place);
  const href = threadHref(place.threadId, pageOfNumber(place.number));
  return `${href}${href.includes("?") ? "&" : "?"}${MOVED_FROM}=${params["id"]!}`;
}

/** Leads from a page behind the last one to that; null for pages that there are, and for addresses that name a reply. */
export function lastPageHref({ params, search }: PageAddress, answers: readonly Answer[]): string | null {
  const { data } = answers.find(({ name }) => name === "ThreadPage") ?? {};
  const thread = (data as { thread?: { id: string; lastNumber: number } } | null | undefined)?.thread;
  const { page, sort } = readThreadView(search);
  if (!thread || sort !== "OLDEST" || search.has("post")) return null;
  const last = pageOfNumber(thread.lastNumber);
  return page > last ? threadHref(params["id"]!, last) : null;
}
