import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { skipToken, type SkipToken, useLazyQuery, useMutation, useQuery } from "@apollo/client/react";
import { useContext, useReducer } from "react";
import { AnswerFailure, AnswersContext, operationName } from "./answers.ts";

/** Given instead of options: the query is not asked. */
export { skipToken };

/** The variables of an operation that has none. */
type Nothing = Record<never, never>;

type BaseOptions<T, V extends OperationVariables> = Omit<useQuery.Options<T, V>, "variables">;

/** Options of a query hook; variables are required where the operation requires any. */
export type QueryOptions<T, V extends OperationVariables> = BaseOptions<T, V> &
  (Nothing extends V ? { variables?: V } : { variables: V });

/** Result of a query hook: a part of Apollo's result that the server can give as well. */
export type QueryResult<T, V extends OperationVariables = OperationVariables> = {
  data: T | undefined;
  /** The answer before, also the one to other variables; the server has none. */
  previousData: T | undefined;
  loading: boolean;
  error: Error | undefined;
  refetch: () => Promise<unknown>;
  fetchMore: useQuery.Result<T, V>["fetchMore"];
};

type QueryArguments<T, V extends OperationVariables> = Nothing extends V
  ? [options?: QueryOptions<T, V> | SkipToken]
  : [options: QueryOptions<T, V> | SkipToken];

const inBrowserOnly = (): never => {
  throw new Error("Nothing is fetched or changed while the server renders.");
};

/** The server's half: the answer lies ready, or the page did not declare the query and shows that it loads. */
function useAnswer<T, V extends OperationVariables>(
  document: TypedDocumentNode<T, V>,
  options: QueryOptions<T, V> | SkipToken | undefined,
): QueryResult<T, V> {
  const answers = useContext(AnswersContext);
  const base = { refetch: inBrowserOnly, fetchMore: inBrowserOnly, previousData: undefined };
  if (options === skipToken) return { ...base, data: undefined, loading: false, error: undefined };
  const answer = answers.find(operationName(document), options?.variables);
  const error = answer?.errors?.length ? new AnswerFailure(answer.errors) : undefined;
  const data = error ? undefined : (answer?.data as T | undefined);
  return { ...base, data, loading: !answer, error };
}

/** The browser's half: Apollo's hook, except for a failure that came with the page, until it is tried again. */
function useApolloQuery<T, V extends OperationVariables>(
  document: TypedDocumentNode<T, V>,
  options: QueryOptions<T, V> | SkipToken | undefined,
): QueryResult<T, V> {
  const answers = useContext(AnswersContext);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const variables = options === skipToken ? undefined : options?.variables;
  const failed = options === skipToken ? undefined : answers.find(operationName(document), variables);
  const result = useQuery(document, (failed ? skipToken : options) as useQuery.Options<T, V>);
  const { data, previousData, loading, error, fetchMore } = result as useQuery.Result<T, V>;
  if (failed) {
    const retry = (): Promise<unknown> => {
      answers.forget(failed.name, failed.variables);
      again();
      return Promise.resolve();
    };
    const failure = new AnswerFailure(failed.errors ?? []);
    return {
      data: undefined,
      previousData: undefined,
      loading: false,
      error: failure,
      refetch: retry,
      fetchMore,
    };
  }
  return {
    data: data as T | undefined,
    previousData: previousData as T | undefined,
    loading,
    error,
    refetch: () => result.refetch(),
    fetchMore,
  };
}

/**
 * Shows the previous answer while the next one is on its way, so that another page of the same thing takes the place of
 * the last without a flash of grey lines. Pages of other addresses are other components (`App.tsx`), so it never is
 * about another thing.
 */
export function keepPrevious<Q extends Pick<QueryResult<unknown>, "data" | "previousData" | "loading">>(
  query: Q,
): Q {
  return query.data === undefined && query.loading ? { ...query, data: query.previousData } : query;
}

/** Makes the hook of a query. */
export function bindQuery<T, V extends OperationVariables>(document: TypedDocumentNode<T, V>) {
  const useBound = import.meta.env.SSR ? useAnswer : useApolloQuery;
  return (...[options]: QueryArguments<T, V>): QueryResult<T, V> => useBound(document, options);
}

/** Makes the hook of a query that is asked on demand. */
export function bindLazyQuery<T, V extends OperationVariables>(document: TypedDocumentNode<T, V>) {
  return (
    options?: useLazyQuery.Options<T, V>,
  ): useLazyQuery.ResultTuple<T, V, "empty" | "complete" | "streaming"> =>
    import.meta.env.SSR
      ? ([inBrowserOnly, { data: undefined, loading: false, error: undefined }] as never)
      : (useLazyQuery(document, options as useLazyQuery.Options<T, V>) as never);
}

/** Makes the hook of a mutation. */
export function bindMutation<T, V extends OperationVariables>(document: TypedDocumentNode<T, V>) {
  return (options?: useMutation.Options<T, V>): useMutation.ResultTuple<T, V> =>
    import.meta.env.SSR
      ? ([inBrowserOnly, { data: undefined, loading: false, error: undefined }] as never)
      : useMutation<T, V>(document, options as never);
}
