import { useState } from "react";
import type { ThreadView } from "../../reading/threadAddress.ts";

interface Asked<T> {
  data: T | undefined;
  loading: boolean;
}

interface Kept<T> {
  thing: string;
  view: ThreadView;
  data: T;
}

/**
 * A query that keeps its last answer, and what that answer shows, while the next one is on its way: another page of the
 * same thread takes the place of the last without a flash of grey lines.
 * @param view what is asked for
 * @param thing what it is about: an answer about another thing is not kept
 */
export function useShown<T, Q extends Asked<T>>(
  query: Q & Asked<T>,
  view: ThreadView,
  thing: string,
): { query: Q; view: ThreadView } {
  const [kept, setKept] = useState<Kept<T> | null>(null);
  const { data, loading } = query;
  if (data !== undefined) {
    const shown = kept?.thing === thing && isSame(kept.view, view) ? kept.view : view;
    if (kept?.data !== data || kept.view !== shown || kept.thing !== thing)
      setKept({ thing, view: shown, data });
    return { query, view: shown };
  }
  if (loading && kept?.thing === thing) return { query: { ...query, data: kept.data }, view: kept.view };
  return { query, view };
}

function isSame(a: ThreadView, b: ThreadView): boolean {
  return (Object.keys(a) as (keyof ThreadView)[]).every((key) => a[key] === b[key]);
}
