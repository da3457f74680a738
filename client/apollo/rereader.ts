import type { ApolloClient, OperationVariables, TypedDocumentNode } from "@apollo/client";
import { appendPage } from "./more.ts";

interface Connection {
  nodes: readonly unknown[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

interface List<T, V, C extends Connection> {
  query: TypedDocumentNode<T, V & { after?: string | null }>;
  variables: V;
  /** The list within an answer. */
  of: (data: T) => C;
  /** An answer with another list. */
  put: (data: T, list: C) => T;
}

/**
 * Reads a list anew, as many pages of it as are shown, and shows them all at once: what somebody has opened does not fold
 * up because something was marked or has come. Of several readings the last one counts.
 */
export function rereader<T, V extends OperationVariables, C extends Connection>(
  client: ApolloClient,
  { query, variables, of, put }: List<T, V, C>,
): () => Promise<void> {
  let latest = 0;
  const shown = (): number => {
    const known = client.readQuery({ query, variables }) as T | null;
    return known ? of(known).nodes.length : 0;
  };
  return async () => {
    const mine = ++latest;
    let whole: T | undefined;
    for (;;) {
      const after: string | null = whole ? (of(whole).pageInfo.endCursor ?? null) : null;
      const asked = after ? { ...variables, after } : variables;
      const { data } = await client.query({ query, variables: asked, fetchPolicy: "no-cache" });
      if (!data || mine !== latest) return;
      whole = whole ? put(whole, appendPage(of(whole), of(data as T))) : (data as T);
      if (!of(whole).pageInfo.hasNextPage || of(whole).nodes.length >= shown()) break;
    }
    client.writeQuery({ query, variables, data: whole as never });
  };
}
