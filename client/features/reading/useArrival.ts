import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { keptPlace } from "./useKeptPlace.ts";

/** Time for which the reply that was gone to stays marked, in milliseconds. */
const ARRIVAL_MS = 2_400;
/**
 * Time for which the place is held while the replies around it load, in milliseconds; less as soon as the reader acts.
 */
const HOLD_MS = 2_000;
/** Time for which a reply of one's own stays marked after it was sent, in milliseconds. */
const LANDING_MS = 900;
/** State of a navigation to a reply that the viewer has just sent. */
export const OWN_REPLY = { isOwnReply: true, takesFocus: true } as const;
/** State of a navigation from a field or a sheet: keys go on from the reply. */
export const JUMP = { takesFocus: true } as const;
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Goes to the reply that the address names, also where the page changed without the browser's help; coming back, to
 * where the reader was, to the pixel.
 * @param data what the page shows: the reply may come with it
 */
export function useArrival(data: unknown): void {
  const { hash, key, search, state } = useLocation();
  const arrived = useRef<string | null>(null);
  const letGo = useRef(() => {});
  useEffect(() => {
    const step = `${key} ${hash}`;
    if (data === undefined || arrived.current === step) return;
    const kept = keptPlace();
    // While scrolling the address goes ahead of what the router knows.
    const wanted = kept && kept.number > 0 ? `#p${kept.number}` : placeOf(hash, search);
    const isReply = /^#(?:[pc]\d+|thread-text)$/.test(wanted);
    const target = isReply ? document.getElementById(wanted.slice(1)) : null;
    if (isReply && !target) return;
    arrived.current = step;
    letGo.current();
    if (target) {
      letGo.current = hold(() => {
        if (kept) scrollBy({ top: target.getBoundingClientRect().top - kept.offset, behavior: "instant" });
        else target.scrollIntoView({ block: "start", behavior: "instant" });
      });
      const { isOwnReply: isOwn, takesFocus } = (state ?? {}) as Partial<typeof OWN_REPLY>;
      // The composer or the field that had the focus is gone, or out of sight.
      if (takesFocus && !kept) target.focus({ preventScroll: true });
      if (!kept && hash === wanted) highlight(target, isOwn ? LANDING_MS : ARRIVAL_MS);
    } else if (kept) {
      letGo.current = hold(() => scrollTo({ top: kept.offset, behavior: "instant" }));
    }
  }, [hash, key, search, state, data]);
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

/** The place that an address means. At `#reply` one writes over the place that was read, which `?post=` names. */
function placeOf(hash: string, search: string): string {
  if (hash !== "#reply" || !document.querySelector("#reply [data-mode]")) return hash;
  const post = new URLSearchParams(search).get("post");
  return post ? `#p${post}` : "#thread-text";
}

function highlight(target: HTMLElement, durationMs: number): void {
  const soft = getComputedStyle(target).getPropertyValue("--accent-soft");
  target.animate?.([{ backgroundColor: soft }, { backgroundColor: soft, offset: 0.4 }, {}], durationMs);
}
