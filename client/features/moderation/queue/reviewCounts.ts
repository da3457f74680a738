import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../../gql/gql.ts";
import { type ReviewKind, ReviewCountsDocument, type ReviewCountsQuery } from "../../../gql/graphql.ts";

graphql(`
  query ReviewCounts {
    reviewCounts {
      threads
      posts
      reports
      members
    }
  }
`);

/** Numbers of what waits for the viewer's decision. */
export type ReviewCounts = Omit<ReviewCountsQuery["reviewCounts"], "__typename">;

/** The number that counts a kind of item. */
export const COUNT_OF = { THREAD: "threads", POST: "posts", REPORT: "reports" } as const satisfies Record<
  ReviewKind,
  keyof ReviewCounts
>;

/** Adds to one of the numbers at once, before the server has counted again. */
export function addToReviewCounts(client: ApolloClient, kind: ReviewKind, by: 1 | -1): void {
  client.cache.updateQuery({ query: ReviewCountsDocument }, (data) => {
    if (!data) return data;
    const name = COUNT_OF[kind];
    const counts = { ...data.reviewCounts, [name]: Math.max(0, data.reviewCounts[name] + by) };
    return { ...data, reviewCounts: counts };
  });
}

/** Reads the numbers again; everything that shows them follows. A failure leaves those from before. */
export async function rereadReviewCounts(client: ApolloClient): Promise<void> {
  try {
    await client.query({ query: ReviewCountsDocument, fetchPolicy: "network-only" });
  } catch {
    // The next poll reads them.
  }
}
