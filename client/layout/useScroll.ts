import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** A new page begins at its top or at the place that its address names; going back is left to the browser. */
export function useScroll(): void {
  const { key, hash, state } = useLocation();
  const type = useNavigationType();
  const isFirst = useRef(true);
  const keepScroll = (state as { keepScroll?: boolean } | null)?.keepScroll ?? false;

  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (wasFirst || keepScroll) return;
    // Pages that keep their own place find it by themselves.
    if (type === NavigationType.Pop && history.scrollRestoration === "manual") return;
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [key, hash, keepScroll, type]);
}
