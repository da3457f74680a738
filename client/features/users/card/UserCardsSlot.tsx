import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";

/** Delay before loading in browsers without `requestIdleCallback`, in milliseconds. */
const LATER_MS = 2_000;
/** Somebody is there. */
const SIGNS = ["pointerover", "pointerdown", "focusin"] as const;
/** A finger that was there has left. */
const ENDS = ["pointerup", "pointercancel"] as const;

/**
 * The place of the profile cards: what opens them comes when the page rests, or with the first sign of somebody, and
 * is told of whoever rests on a name already.
 */
export function UserCardsSlot() {
  const [Cards, setCards] = useState<ComponentType<{ missed: RefObject<Event | null> }> | null>(null);
  const missed = useRef<Event>(null);

  useEffect(() => {
    if (Cards) return;
    let isWanted = true;
    let isAsked = false;
    const load = () => {
      if (isAsked) return;
      isAsked = true;
      const cards = import("./UserCards.tsx");
      cards.then((module) => isWanted && setCards(() => module.UserCards)).catch(() => undefined);
    };
    const seen = (event: Event) => {
      missed.current = event;
      load();
    };
    const gone = () => (missed.current = null);
    for (const sign of SIGNS) document.addEventListener(sign, seen);
    for (const end of ENDS) document.addEventListener(end, gone);
    if (typeof requestIdleCallback === "function") requestIdleCallback(load);
    else setTimeout(load, LATER_MS);
    return () => {
      isWanted = false;
      for (const sign of SIGNS) document.removeEventListener(sign, seen);
      for (const end of ENDS) document.removeEventListener(end, gone);
    };
  }, [Cards]);

  return Cards && <Cards missed={missed} />;
}
