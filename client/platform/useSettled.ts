import { useEffect, useState } from "react";

/** Longest wait for the browser to become idle, in milliseconds. */
const PATIENCE_MS = 1_500;

/** False while a page is taken over from the server and while the browser has better things to do; then true. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(settle);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(settle, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(waiting);
  }, []);
  return isSettled;
}
