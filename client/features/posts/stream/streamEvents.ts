import type { PostSort } from "../../../gql/graphql.ts";
import type { PageEnds } from "./useStreamPages.ts";

/** A place between two replies of the stream, where events of the thread may stand. */
export interface EventGap {
  readonly page: number;
  readonly sort: PostSort;
  /** Cursor after which the page begins; null at the beginning and in the order of numbers. */
  readonly after: string | null;
  /** Times of the replies of the page, in their order. */
  readonly times: readonly string[];
  /** Index of the reply below; the number of replies behind the last one. */
  readonly index: number;
  /** Times of the pages that are known, of which this is the first. */
  readonly ends: PageEnds;
  readonly firstKnown: number;
  /** The stream ends with the page. */
  readonly isEnd: boolean;
}

/**
 * Chooses the events of a gap: those that all replies above precede in the order of the stream, and the reply below does
 * not. A gap next to replies that are not loaded gets none. Replies of a merged thread may be older than those above them;
 * an event still has exactly one place.
 * @param events the oldest first
 * @returns them in the order of the stream
 */
export function eventsAt<E extends { readonly createdAt: string }>(
  events: readonly E[],
  { page, sort, after, times, index, ends, firstKnown, isEnd }: EventGap,
): readonly E[] {
  if (sort !== "OLDEST" && sort !== "NEWEST") return [];
  const isFromNewest = sort === "NEWEST";
  const above = [...ends.timesAbove(page, firstKnown), ...times.slice(0, index)];
  const isBeginning = page === 1 && (after === null || !isFromNewest);
  if (above.length === 0 && !isBeginning) return [];
  const below = times[index];
  if (below === undefined && !isEnd) return [];
  /** True if a reply precedes an event; the times have one format and compare as strings. */
  const isAbove = (time: string, { createdAt }: E): boolean =>
    isFromNewest ? time > createdAt : time <= createdAt;
  const furthest = above.sort().at(isFromNewest ? 0 : -1);
  const here = events.filter(
    (event) =>
      (furthest === undefined || isAbove(furthest, event)) && (below === undefined || !isAbove(below, event)),
  );
  return isFromNewest ? here.reverse() : here;
}
