import { type ReactNode, useMemo, useState } from "react";
import { type Go, Router, type RouterLocation } from "../../client/platform/router.tsx";

interface Props {
  /** Addresses that were visited, oldest first. */
  initialEntries?: readonly string[];
  /** The one that shows; the last unless given. */
  initialIndex?: number;
  children: ReactNode;
}

interface Visits {
  readonly entries: readonly RouterLocation[];
  readonly index: number;
}

function locationOf(address: string, state: unknown, key: string): RouterLocation {
  const { pathname, search, hash } = new URL(address, "http://site.invalid");
  return { pathname, search, hash, state, key };
}

/** A router with a history of its own, for components that are tested without a browser. */
export function MemoryRouter({ initialEntries = ["/"], initialIndex, children }: Props) {
  const [{ entries, index }, setVisits] = useState<Visits>(() => ({
    entries: initialEntries.map((address, place) => locationOf(address, null, `entry${place}`)),
    index: initialIndex ?? initialEntries.length - 1,
  }));
  const go = useMemo<Go>(
    () =>
      (to, { replace = false, state = null } = {}) =>
        setVisits((visits) => {
          if (typeof to === "number") {
            const index = Math.min(Math.max(visits.index + to, 0), visits.entries.length - 1);
            return { ...visits, index };
          }
          const here = visits.entries[visits.index]!;
          const { pathname, search, hash } = new URL(to, `http://site.invalid${here.pathname}${here.search}`);
          const kept = visits.entries.slice(0, visits.index + (replace ? 0 : 1));
          const next = locationOf(pathname + search + hash, state, `step${kept.length}`);
          return { entries: [...kept, next], index: kept.length };
        }),
    [],
  );
  const place = useMemo(() => ({ location: entries[index]!, type: "POP" as const }), [entries, index]);
  return (
    <Router place={place} go={go}>
      {children}
    </Router>
  );
}
