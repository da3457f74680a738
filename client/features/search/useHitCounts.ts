import { useBrowserClient } from "../../apollo/browserClient.ts";
import { useEffect, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { type SearchFilter, SearchHitCountsDocument, type SearchHitCountsQuery } from "../../gql/graphql.ts";

graphql(`
  query SearchHitCounts($query: String!, $filter: SearchFilter) {
    searchCounts(query: $query, filter: $filter) {
      threads
      replies
      members
      topics
    }
  }
`);

type Counts = SearchHitCountsQuery["searchCounts"];

/** Gives how much a search finds of each kind; null until that is counted. */
export function useHitCounts(query: string, filter: SearchFilter): Counts | null {
  const client = useBrowserClient();
  const key = JSON.stringify([query, filter]);
  const [found, setFound] = useState<{ key: string; counts: Counts } | null>(null);
  useEffect(() => {
    const [text, narrowed] = JSON.parse(key) as [string, SearchFilter];
    if (text === "") return;
    let isCurrent = true;
    client
      .query({ query: SearchHitCountsDocument, variables: { query: text, filter: narrowed } })
      .then(({ data }) => isCurrent && data && setFound({ key, counts: data.searchCounts }))
      // The tabs stand without numbers then.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, key]);
  return found?.key === key ? found.counts : null;
}
