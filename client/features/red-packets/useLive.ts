import { useEffect, useRef } from "react";

/** Interval at which open money is looked at again while the page is in sight, in milliseconds. */
const POLL_MS = 10_000;
/** Time after a new reply in which its share is booked, in milliseconds. */
const BOOKED_MS = 600;

/** Asks again from time to time while money is left, and soon after a reply of one's own. */
export function useLive(refetch: () => Promise<unknown>, isOpen: boolean, postCount: number): void {
  const ask = useRef(refetch);
  useEffect(() => {
    ask.current = refetch;
  });
  useEffect(() => {
    if (!isOpen) return;
    const look = () => void (!document.hidden && ask.current().catch(() => undefined));
    const soon = setTimeout(look, BOOKED_MS);
    const timer = setInterval(look, POLL_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [isOpen, postCount]);
}
