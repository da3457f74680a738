import { useSyncExternalStore } from "react";

/** A place comes with the page around it: it is looked for again when both are in the document. */
const watchNothing = () => () => undefined;

/** Finds the element that a page keeps for a part which loads late, by id; null until it is in the document. */
export function usePlace(id: string): HTMLElement | null {
  return useSyncExternalStore(
    watchNothing,
    () => document.getElementById(id),
    () => null,
  );
}
