interface Connection {
  nodes: readonly unknown[];
  pageInfo: object;
}

/** A connection with the rows of its next page behind its own: for `updateQuery` of `fetchMore`. */
export function appendPage<C extends Connection>(known: C, next: C): C {
  return { ...next, nodes: [...known.nodes, ...next.nodes] };
}
