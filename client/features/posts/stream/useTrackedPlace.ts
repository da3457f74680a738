import { type RefObject, useEffect } from "react";
import type { ReadingPlace } from "../../reading/readingPlace.ts";
import { pageOfNumber } from "../../reading/threadAddress.ts";
import { PAGE_MARK } from "./useStreamWindow.ts";

/** A reply counts as the present one as soon as it is so near to the header, in CSS pixels. */
const SLACK_PX = 24;

interface Options {
  frame: RefObject<HTMLElement | null>;
  place: ReadingPlace;
  /** Called with every step of scrolling, after the place is known. */
  look(): void;
  /** Off in other orders than that of numbers, which have no place. */
  isNumbered: boolean;
}

/** Tells where the reader is while the page scrolls, at most once per frame. */
export function useTrackedPlace({ frame, place, look, isNumbered }: Options): void {
  useEffect(() => {
    let asked = 0;
    const track = (): void => {
      asked = 0;
      if (isNumbered && frame.current) place.move(...placeIn(frame.current));
      look();
    };
    const ask = (): void => {
      if (asked === 0) asked = requestAnimationFrame(track);
    };
    ask();
    addEventListener("scroll", ask, { passive: true });
    addEventListener("resize", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener("scroll", ask);
      removeEventListener("resize", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [frame, place, look, isNumbered]);
}

/** The number at the top of the window, the last one whose end is in sight, the first of a later page; 0 for none. */
function placeIn(root: HTMLElement): [current: number, furthest: number, first: number] {
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  let current = 0;
  let furthest = 0;
  let first: number | undefined;
  for (const reply of root.querySelectorAll<HTMLElement>(`[${PAGE_MARK}] > [id]`)) {
    const { top, bottom } = reply.getBoundingClientRect();
    const number = Number(reply.id.slice(1));
    first ??= pageOfNumber(number) > 1 ? number : 0;
    if (top <= edge + SLACK_PX) current = number;
    if (bottom <= innerHeight && !document.hidden) furthest = number;
    if (top > innerHeight) break;
  }
  return [current, furthest, first ?? 0];
}
