import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { keptPlace } from "./useKeptPlace.ts";

/** Time for which the reply that was gone to stays marked, in milliseconds. */
const ARRIVAL_MS = 2_400;
/**
 * Time for which the place is held while the replies around it load, in milliseconds; less as soon as the reader acts.
 */
const HOLD_MS = 2_000;
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Goes to the reply that the address names, also where the page changed without the browser's help; coming back, to
 * where the reader was, to the pixel.
 * @param data what the page shows: the reply may come with it
 */
export function useArrival(data: unknown): void {
  const { hash, key } = useLocation();
  const arrived = useRef<string | null>(null);
  const letGo = useRef(() => {});
  useEffect(() => {
    const step = `${key} ${hash}`;
    if (data === undefined || arrived.current === step) return;
    const kept = keptPlace();
    // While scrolling the address goes ahead of what the router knows.
    const wanted = kept && kept.number > 0 ? `#p${kept.number}` : hash;
    const isReply = /^#[pc]\d+$/.test(wanted);
    const target = isReply ? document.getElementById(wanted.slice(1)) : null;
    if (isReply && !target) return;
    arrived.current = step;
    letGo.current();
    if (target) {
      letGo.current = hold(() => {
        if (kept) scrollBy({ top: target.getBoundingClientRect().top - kept.offset, behavior: "instant" });
        else target.scrollIntoView({ block: "start", behavior: "instant" });
      });
      if (!kept) highlight(target);
    } else if (kept) {
      letGo.current = hold(() => scrollTo({ top: kept.offset, behavior: "instant" }));
    }
  }, [hash, key, data]);
  useEffect(() => () => letGo.current(), []);
}

/** Goes to a place, and again as long as the page grows around it and the reader does nothing. Gives the way to end it. */
function hold(go: () => void): () => void {
  const observer = new ResizeObserver(go);
  const end = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) removeEventListener(act, end, true);
  };
  const timer = setTimeout(end, HOLD_MS);
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true });
  observer.observe(document.body);
  go();
  return end;
}

function highlight(target: HTMLElement): void {
  const soft = getComputedStyle(target).getPropertyValue("--accent-soft");
  target.animate?.([{ backgroundColor: soft }, { backgroundColor: soft, offset: 0.4 }, {}], ARRIVAL_MS);
}
