import { useBrowserClient } from "../../apollo/browserClient.ts";
import { useEffect, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { NewThreadsDocument, type ThreadFilter } from "../../gql/graphql.ts";

graphql(`
  query NewThreads($since: DateTimeISO!, $categoryId: ID, $filter: ThreadFilter) {
    newThreadCount(since: $since, categoryId: $categoryId, filter: $filter)
  }
`);

/** Interval at which a list checks for new threads, in milliseconds (spec §9). */
export const NEW_THREADS_POLL_MS = 60_000;

interface List {
  /** Since when, in milliseconds; null asks nothing. */
  since: number | null;
  categoryId: string | null;
  filter: ThreadFilter;
}

/**
 * Counts the threads of others that were added to a list since it was read: asks every minute, at once when the window
 * gets the focus, and never while the page is hidden. Never changes the list by itself.
 */
export function useNewThreads({ since, categoryId, filter }: List): number {
  const client = useBrowserClient();
  const key = JSON.stringify([since, categoryId, filter]);
  const [found, setFound] = useState({ key, count: 0 });

  useEffect(() => {
    if (since === null) return;
    let isCurrent = true;
    const [, , wanted] = JSON.parse(key) as [number, string | null, ThreadFilter];
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const variables = { since: new Date(since).toISOString(), categoryId, filter: wanted };
      try {
        const { data } = await client.query({
          query: NewThreadsDocument,
          variables,
          fetchPolicy: "no-cache",
        });
        if (isCurrent && data) setFound({ key, count: data.newThreadCount });
      } catch {
        // The next minute asks again.
      }
    };
    const lookNow = (): void => void look();
    const timer = setInterval(lookNow, NEW_THREADS_POLL_MS);
    window.addEventListener("focus", lookNow);
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      window.removeEventListener("focus", lookNow);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [client, key, since, categoryId]);

  return found.key === key ? found.count : 0;
}
