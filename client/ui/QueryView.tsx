import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  Suspense,
  useContext,
} from "react";
import { errorOf, type Failure } from "../apollo/errors.ts";
import { Skeleton } from "./Skeleton.tsx";

/** The answer with what was asked for present: a missing page object is shown as not found instead. */
export type Present<T, O extends keyof T = never> = {
  [K in keyof T]-?: K extends O ? T[K] : NonNullable<T[K]>;
};

/** Content of a failed part of a page. */
export interface FailureProps {
  failure: Failure;
  retry: () => void;
}

/** Looks of failures; the frame of the site provides it, because it knows the not-found page and the sign-in. */
export const FailureContext = createContext<ComponentType<FailureProps>>(({ failure }) => (
  <p>{failure.message}</p>
));

const NOT_FOUND: Failure = { code: "NOT_FOUND", message: "", requestId: null, field: null };

interface Props<T, O extends keyof T> {
  query: { data: T | undefined; error: Error | undefined; loading: boolean; refetch: () => Promise<unknown> };
  children: (data: Present<T, O>) => ReactNode;
  /** Top-level fields that may be null; any other null means "not found". */
  optional?: readonly O[];
  /** Stands in while the first answer is on its way. */
  skeleton?: ReactNode;
}

/** A part of a page that waits for a query: skeleton, then the answer, or what failed and a way to try again. */
export function QueryView<T extends object, O extends keyof T = never>(props: Props<T, O>) {
  const { query, children, optional = [], skeleton } = props;
  const Failed = useContext(FailureContext);
  const { data, error } = query;
  const retry = () => void query.refetch().catch(() => undefined);
  // The browser may have to load what failures look like.
  const failed = (failure: Failure) => (
    <Suspense fallback={null}>{createElement(Failed, { failure, retry })}</Suspense>
  );

  if (data) {
    const missing = Object.entries(data).some(
      ([key, value]) => value === null && !optional.includes(key as O),
    );
    if (!missing) return children(data as unknown as Present<T, O>);
    return failed(NOT_FOUND);
  }
  if (error) return failed(errorOf(error));
  return skeleton ?? <Skeleton rows={6} />;
}
