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
                  : NonNullable<NonNullable<T[K]>[L]> extends { readonly gifts: Connection }
                    ? `${K}.${L}.gifts`
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

/** The list at a place of an answer; undefined if the place is empty. */
export function connectionAt(data: unknown, path: string): Connection | undefined {
  const list = path.split(".").reduce<unknown>((at, key) => (at as Answer | null | undefined)?.[key], data);
  return (list as Connection | null | undefined) ?? undefined;
}

/**
 * Reads the next page of a list; the cache puts it behind those that are there.
 * @param variables what is asked otherwise than for the first page
 * @throws whatever the transport or the server says
 */
export async function fetchNext<T>(
  query: ListQuery<T>,
  path: ConnectionPath<T>,
  variables: object = {},
): Promise<void> {
  const after = connectionAt(query.data, path)?.pageInfo.endCursor ?? null;
  const fetchMore = query.fetchMore as (options: { variables: object }) => Promise<unknown>;
  await fetchMore({ variables: { ...variables, after } });
}
