import { type RefObject, useLayoutEffect, useState } from "react";

/** Distance from the anchor and from the edge of the window, in CSS pixels. */
const GAP_PX = 8;

/** Where something lies on the page, in CSS pixels from its top left corner. */
export interface Place {
  top: number;
  left: number;
}

interface Box {
  width: number;
  height: number;
}

/**
 * Below the anchor where there is room, otherwise above it; begins at its left or ends at its right side, and stays
 * within the window.
 */
export function placeBeside(anchor: DOMRect, box: Box, side: "left" | "right", view: Box): Place {
  const below = anchor.bottom + GAP_PX;
  const above = anchor.top - GAP_PX - box.height;
  const fitsBelow = below + box.height + GAP_PX <= view.height;
  const hasMoreBelow = view.height - anchor.bottom >= anchor.top;
  const wanted = side === "right" ? anchor.left : anchor.right - box.width;
  return {
    top: fitsBelow || hasMoreBelow ? below : above,
    left: Math.max(GAP_PX, Math.min(wanted, view.width - box.width - GAP_PX)),
  };
}

/** Where a box beside an anchor belongs; null until it was measured. Follows the page when it scrolls. */
export function usePlace(
  box: RefObject<HTMLElement | null>,
  anchor: HTMLElement,
  side: "left" | "right",
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { top, left } = placeBeside(anchor.getBoundingClientRect(), size, side, view);
      setPlace({ top: top + window.scrollY, left: left + window.scrollX });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [box, anchor, side]);
  return place;
}
