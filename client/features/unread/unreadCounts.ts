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

/** What is unread, as the badge, the title and the entries of the message centre show it. */
export type UnreadCounts = Omit<UnreadCountsQuery["unreadCounts"], "__typename">;

const NOTHING: UnreadCounts = { total: 0, dialogMessage: 0, account: 0, financial: 0, thread: 0 };

/**
 * What the viewer has not read, as the poll has last heard it: one value in the cache for everything that shows it.
 * Zeros until the first answer, and for visitors.
 */
export function useUnreadCounts(): UnreadCounts {
  const { viewer } = useViewer();
  const { data } = useUnreadCountsQuery(viewer ? { fetchPolicy: "cache-only" } : skipToken);
  return data?.unreadCounts ?? NOTHING;
}
