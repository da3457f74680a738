import { type RefObject, useEffect } from "react";

/**
 * Scrolls a row sideways so that its present link (`aria-current`) shows in the middle; the page stays where it is.
 * @param current changes with the present link
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string | null): void {
  useEffect(() => {
    if (row.current) center(row.current);
  }, [row, current]);
}

function center(row: HTMLElement): void {
  const link = row.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!link) return;
  const room = row.getBoundingClientRect();
  row.scrollLeft += link.left - room.left - (room.width - link.width) / 2;
}
