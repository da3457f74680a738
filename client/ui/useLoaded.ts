import { useCallback, useEffect, useState } from "react";

const loaded = new Map<() => Promise<unknown>, unknown>();

/** Loads a module beforehand, for `useLoaded` of the same function. */
export async function preload<T>(load: () => Promise<T>): Promise<void> {
  loaded.set(load, await load());
}

/**
 * Gives a module that is loaded on first use, at once where it has come already, and a function that loads it beforehand.
 * @param load the same function each time
 * @param isNeeded loads it now; a failure is tried again when it is needed again
 */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean): [T | undefined, () => void] {
  const [, setCame] = useState(false);
  const prepare = useCallback(() => {
    if (loaded.has(load)) return;
    preload(load).then(
      () => setCame(true),
      () => undefined,
    );
  }, [load]);
  useEffect(() => {
    if (isNeeded) prepare();
  }, [isNeeded, prepare]);
  return [loaded.get(load) as T | undefined, prepare];
}
