import { useSyncExternalStore } from "react";

/** Threads with fewer replies need no line to find the way. */
export const LONG_THREAD_POSTS = 10;

/** Position of the reader in a thread; stored outside of React, since it changes while scrolling. */
export class ReadingPlace {
  /** Number of the reply at the top of the window; 0 above the first one. */
  current: number;
  /** Highest number whose end has been in sight. */
  furthest = 0;
  /** Number of the last reply whose end is in sight or above it now. */
  ended = 0;
  /** Number of the first reply that is shown, on pages after the first; 0 on the first page, which begins with the text. */
  first = 0;
  private readonly listeners = new Set<() => void>();

  constructor(start: number) {
    this.current = start;
  }

  /** Tells where the reader is now. */
  move(current: number, ended: number, first = 0): void {
    this.furthest = Math.max(this.furthest, ended);
    if (current === this.current && ended === this.ended && first === this.first) return;
    this.current = current;
    this.ended = ended;
    this.first = first;
    for (const listener of this.listeners) listener();
  }

  /** Calls back when the place changes; gives the way to stop that. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

/**
 * Follows the number of the reply at the top of the window; at the end of the thread it is the last one, and above the
 * replies of a later page the first of them.
 * @param last number of the last reply
 */
export function useCurrentNumber(place: ReadingPlace, last: number): number {
  const read = () => (place.ended >= last ? last : place.current || place.first);
  return useSyncExternalStore(place.subscribe, read, read);
}
