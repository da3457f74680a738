import { type RefObject, useEffect, useRef } from "react";

/** A finger that has moved so far to a side means a swipe, in CSS pixels. */
const SWIPE_PX = 88;
/** Less is no movement to a side, in CSS pixels. */
const START_PX = 12;
/** The row follows the finger so far at most, in CSS pixels. */
const REACH_PX = 132;

/** Lets a finger swipe a row to either side: it follows the finger, springs back, and `onSwipe` runs when it went far. */
export function useSwipe<E extends HTMLElement>(onSwipe: () => void): RefObject<E | null> {
  const row = useRef<E>(null);
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const element = row.current!;
    let start: { x: number; y: number } | null = null;
    let moved = 0;
    const show = (px: number): void => {
      moved = px;
      element.style.setProperty("transform", px === 0 ? "" : `translateX(${px}px)`);
      element.toggleAttribute("data-swiped", Math.abs(px) >= SWIPE_PX);
    };
    const begin = ({ touches: [touch] }: TouchEvent): void => {
      start = touch ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const move = ({ touches: [touch] }: TouchEvent): void => {
      if (!start || !touch) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      // Who scrolls does not swipe.
      if (moved === 0 && Math.abs(y) > START_PX) start = null;
      else if (moved !== 0 || Math.abs(x) > START_PX) show(Math.max(-REACH_PX, Math.min(REACH_PX, x)));
    };
    const end = (): void => {
      const isFar = Math.abs(moved) >= SWIPE_PX;
      start = null;
      if (moved !== 0) show(0);
      if (isFar) latest.current();
    };
    const cancel = (): void => {
      start = null;
      if (moved !== 0) show(0);
    };
    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: true });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", cancel);
    return () => {
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", cancel);
    };
  }, []);
  return row;
}
