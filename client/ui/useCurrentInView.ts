import { type RefObject, useEffect } from "react";

/**
 * Scrolls a row sideways so that its present link (`aria-current`) shows in the middle; the page stays where it is.
 * @param current changes with the present link
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string | null): void {
  useEffect(() => {
    const element = row.current;
    const link = element?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!element || !link) return;
    const room = element.getBoundingClientRect();
    element.scrollLeft += link.left - room.left - (room.width - link.width) / 2;
  }, [row, current]);
}
