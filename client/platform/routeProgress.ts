import { useEffect, useState, useSyncExternalStore } from "react";

/** Quick loads show no progress line (landscape E19). */
export const PROGRESS_AFTER_MS = 120;

let waits = 0;
const watchers = new Set<() => void>();

function change(by: number): void {
  waits += by;
  // Pages are waited for while they render, when nothing else may be told to render.
  queueMicrotask(() => watchers.forEach((watcher) => watcher()));
}

/** Somebody waits for the code of a page; call what it gives when that is over. */
export function beginRouteWait(): () => void {
  change(1);
  return () => change(-1);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Tells if somebody has waited for a page for longer than a blink. */
export function useSlowRoute(): boolean {
  const isWaiting = useSyncExternalStore(
    watch,
    () => waits > 0,
    () => false,
  );
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), PROGRESS_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isWaiting && isSlow;
}
