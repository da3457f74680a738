import { useSyncExternalStore } from "react";

/** Position of the reader in a thread; stored outside of React, since it changes while scrolling. */
export class ReadingPlace {
  /** Number of the reply at the top of the window; 0 above the first one. */
  current: number;
  /** Highest number whose end has been in sight. */
  furthest = 0;
  private readonly listeners = new Set<() => void>();

  constructor(start: number) {
    this.current = start;
  }

  /** Tells where the reader is now. */
  move(current: number, furthest: number): void {
    this.furthest = Math.max(this.furthest, furthest);
    if (current === this.current) return;
    this.current = current;
    for (const listener of this.listeners) listener();
  }

  /** Calls back when the place changes; gives the way to stop that. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

/** Follows the number of the reply at the top of the window. */
export function useCurrentNumber(place: ReadingPlace): number {
  const read = () => place.current;
  return useSyncExternalStore(place.subscribe, read, read);
}
