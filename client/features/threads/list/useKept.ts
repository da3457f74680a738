import { useState } from "react";

interface Asked<T> {
  data: T | undefined;
  loading: boolean;
}

/**
 * A query that keeps its last answer while the next one is on its way, so that another page of the same thing takes
 * the place of the last without a flash of grey lines.
 * @param thing what it is about: an answer about another thing is not kept
 */
export function useKept<T, Q extends Asked<T>>(query: Q & Asked<T>, thing: string): Q {
  const [kept, setKept] = useState<{ thing: string; data: T } | null>(null);
  const { data, loading } = query;
  if (data !== undefined && (kept?.data !== data || kept.thing !== thing)) setKept({ thing, data });
  return data === undefined && loading && kept?.thing === thing ? { ...query, data: kept.data } : query;
}
