import type { Answer } from "../../apollo/answers.ts";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useUnreadCountsQuery } from "../../gql/hooks.ts";
import type { UnreadCountsQuery } from "../../gql/graphql.ts";
import { useViewer } from "../../session/useViewer.ts";

graphql(`
  query UnreadCounts {
    unreadCounts {
      total
      dialogMessage
      account
      financial
      thread
    }
  }
`);

/** Unread counts, as the badge, the title and the entries of the message centre show them. */
export type UnreadCounts = Omit<UnreadCountsQuery["unreadCounts"], "__typename">;

/** Counts before the first answer. */
export const UNKNOWN_COUNTS: UnreadCounts = {
  total: 0,
  dialogMessage: 0,
  account: 0,
  financial: 0,
  thread: 0,
};

/**
 * Gives the viewer's unread counts as of the last poll: one value in the cache for everything that shows it. Zeros
 * until the first answer, and for visitors.
 */
export function useUnreadCounts(): UnreadCounts {
  const { viewer } = useViewer();
  const { data } = useUnreadCountsQuery(viewer ? { fetchPolicy: "cache-only" } : skipToken);
  return data?.unreadCounts ?? UNKNOWN_COUNTS;
}

/** Gives the counts that came among the answers of a page. */
export function countsAmong(answers: readonly Answer[]): UnreadCounts | undefined {
  const answer = answers.find(({ name }) => name === "UnreadCounts");
  return (answer?.data as UnreadCountsQuery | undefined)?.unreadCounts;
}
