import { type ComponentType, useEffect, useState } from "react";

/** Where browsers do not tell when they have time, this is late enough. */
const LATER_MS = 2_000;
/** Somebody is there. */
const SIGNS = ["pointerover", "touchstart", "keydown"] as const;

/** The place of the profile cards: what opens them comes when the page rests, or with the first sign of somebody. */
export function UserCardsSlot() {
  const [Cards, setCards] = useState<ComponentType | null>(null);

  useEffect(() => {
    let isWanted = true;
    const stop = () => {
      for (const sign of SIGNS) document.removeEventListener(sign, load);
    };
    const load = () => {
      stop();
      const cards = import("./UserCards.tsx");
      cards.then((module) => isWanted && setCards(() => module.UserCards)).catch(() => undefined);
    };
    for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true });
    if (typeof requestIdleCallback === "function") requestIdleCallback(load);
    else setTimeout(load, LATER_MS);
    return () => {
      isWanted = false;
      stop();
    };
  }, []);

  return Cards && <Cards />;
}
