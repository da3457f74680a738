import { useEffect } from "react";
import type { ReadingPlace } from "./readingPlace.ts";
import { postHref, threadHref, type ThreadView } from "./threadAddress.ts";

/** Scrolling must have paused so long before the address follows, in milliseconds (landscape E15). */
export const ADDRESS_DELAY_MS = 250;

/** Reading position stored with an entry of the history, beside its address. */
export interface KeptPlace {
  /** The reply that the address names; 0 if none. */
  number: number;
  /** Top of the reply in the window, or the scrolled distance of the page without one; in CSS pixels. */
  offset: number;
}

/** Reads the position at which the reader left this entry of the history; null if they have not been here. */
export function keptPlace(): KeptPlace | null {
  return (history.state as { place?: KeptPlace } | null)?.place ?? null;
}

/** Number of the reply that the address names, if it is in sight; the last of a thread may be too low to reach the top. */
function namedInSight(): number {
  const number = Number(/^#p(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const top = document.getElementById(`p${number}`)?.getBoundingClientRect().top ?? -1;
  return top >= 0 && top < innerHeight ? number : 0;
}

interface Options {
  id: string;
  view: ThreadView;
  place: ReadingPlace;
  /** The first replies are known, so that above them is the beginning of the thread. */
  isFromStart: boolean;
}

/**
 * Keeps the number of the present reply in the address, so that a copied address, the way back and a reload lead to the
 * same reply. Routing is not told: nothing on the page changes by it.
 */
export function useKeptPlace({ id, view, place, isFromStart }: Options): void {
  const { page, sort } = view;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = location.pathname;
    const keep = (): void => {
      clearTimeout(timer);
      timer = undefined;
      // The reader may have gone on to another page.
      if (location.pathname !== path) return;
      // At the end nothing scrolls further: the address goes on naming the reply that it led to.
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const found = (isAtEnd && namedInSight()) || place.current || namedInSight();
      const number = sort === "OLDEST" ? found : 0;
      const reply = number > 0 ? document.getElementById(`p${number}`) : null;
      const kept: KeptPlace = { number, offset: reply ? reply.getBoundingClientRect().top : scrollY };
      const here = location.pathname + location.search;
      const address =
        sort !== "OLDEST" ? here : number > 0 ? postHref(id, number) : threadHref(id, isFromStart ? 1 : page);
      history.replaceState({ ...history.state, place: kept }, "", address);
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(keep, ADDRESS_DELAY_MS);
    };
    const now = (): void => void (timer !== undefined && keep());
    addEventListener("scroll", later, { passive: true });
    addEventListener("pagehide", now);
    // Before a link is followed, whatever is to happen then.
    document.addEventListener("click", now, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", later);
      removeEventListener("pagehide", now);
      document.removeEventListener("click", now, true);
    };
  }, [id, page, sort, place, isFromStart]);

  useEffect(() => {
    // The page is longer than the document; only we know where a place is.
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    return () => void (history.scrollRestoration = before);
  }, []);
}
