import type { ApolloClient, OperationVariables, TypedDocumentNode } from "@apollo/client";
import { connectionAt, type ConnectionPath } from "./more.ts";

interface List<T, V> {
  query: TypedDocumentNode<T, V & { after?: string | null }>;
  variables: V;
  /** Place of the list in the answer. */
  of: ConnectionPath<T>;
}

/**
 * Makes a function that reads a list anew, as many pages of it as are shown, and shows them all at once: pages that
 * somebody has opened do not fold up because something was marked or has come. Of several readings the last one counts.
 */
export function rereader<T, V extends OperationVariables>(
  client: ApolloClient,
  { query, variables, of }: List<T, V>,
): () => Promise<void> {
  let latest = 0;
  const rowsIn = (data: unknown): number => connectionAt(data, of)?.nodes?.length ?? 0;
  return async () => {
    const mine = ++latest;
    const pages: { query: typeof query; variables: V; data: T }[] = [];
    let rows = 0;
    let after: string | null | undefined;
    do {
      const asked = after ? { ...variables, after } : variables;
      const { data } = await client.query({ query, variables: asked, fetchPolicy: "no-cache" });
      if (!data || mine !== latest) return;
      pages.push({ query, variables: asked, data: data as T });
      rows += rowsIn(data);
      const { pageInfo } = connectionAt(data, of) ?? {};
      after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
    } while (after && rows < rowsIn(client.readQuery({ query, variables })));
    client.cache.batch({ update: (cache) => pages.forEach((page) => cache.writeQuery(page as never)) });
  };
}
