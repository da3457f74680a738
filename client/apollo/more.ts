/** A part of a list, as connections give it. */
interface Connection {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  nodes?: readonly unknown[];
  edges?: readonly unknown[];
}

/** Names of the lists in an answer: `members`, or `user.posts` where they stand within something. */
export type ConnectionPath<T> = T extends object
  ? {
      [K in keyof T & string]: NonNullable<T[K]> extends Connection
        ? K
        : NonNullable<T[K]> extends readonly unknown[]
          ? never
          : NonNullable<T[K]> extends object
            ? {
                [L in keyof NonNullable<T[K]> & string]: NonNullable<NonNullable<T[K]>[L]> extends Connection
                  ? `${K}.${L}`
                  : never;
              }[keyof NonNullable<T[K]> & string]
            : never;
    }[keyof T & string]
  : never;

/** Part of a query that reading on needs. */
export interface ListQuery<T> {
  data: T | undefined;
  /** Of Apollo; its type depends on variables that a list need not know. */
  fetchMore: unknown;
}

type Answer = Readonly<Record<string, unknown>>;
type Row = { id?: unknown; cursor?: unknown };

/** Gives what is known of a list by now; undefined if its place is empty. */
export function pageInfoOf(data: unknown, path: string): Connection["pageInfo"] | undefined {
  const found = path.split(".").reduce<unknown>((at, key) => (at as Answer | null | undefined)?.[key], data);
  return (found as Connection | null | undefined)?.pageInfo;
}

/** Puts the rows of the next page behind those that are there; one that moved between two pages stays where it was. */
export function appendPage<C extends Connection>(before: C, next: C): C {
  const keyOf = (row: unknown) => (row as Row).id ?? (row as Row).cursor ?? row;
  const behind = (rows: readonly unknown[] = [], more: readonly unknown[] = []) => {
    const known = new Set(rows.map(keyOf));
    return [...rows, ...more.filter((row) => !known.has(keyOf(row)))];
  };
  const name = before.nodes ? "nodes" : "edges";
  return { ...next, [name]: behind(before[name], next[name]) };
}

function withPage(before: Answer, next: Answer, [key, ...rest]: readonly string[]): Answer {
  const [was, is] = [before[key!], next[key!]];
  if (!was || !is) throw new Error("The list is gone.");
  const both =
    rest.length > 0 ? withPage(was as Answer, is as Answer, rest) : appendPage(was as never, is as never);
  return { ...before, [key!]: both };
}

/**
 * Reads the next page of a list and puts it behind what is there.
 * @param variables what is asked otherwise than for the first page
 * @throws whatever the transport or the server says
 */
export async function fetchNext<T>(
  query: ListQuery<T>,
  path: ConnectionPath<T>,
  variables: object = {},
): Promise<void> {
  const after = pageInfoOf(query.data, path)?.endCursor ?? null;
  const fetchMore = query.fetchMore as (options: {
    variables: object;
    updateQuery: (before: Answer, result: { fetchMoreResult: Answer }) => Answer;
  }) => Promise<unknown>;
  await fetchMore({
    variables: { ...variables, after },
    updateQuery: (before, { fetchMoreResult }) => withPage(before, fetchMoreResult, path.split(".")),
  });
}
