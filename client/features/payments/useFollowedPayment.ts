import { useEffect, useRef } from "react";

/** The first question comes after so long; each next one half as long again, up to the last, in milliseconds. */
const FIRST_MS = 1_500;
const LAST_MS = 15_000;
const GROWTH = 1.5;
/** Questions before a page gives up; together some 17 minutes, longer than a payment waits. */
const QUESTIONS_MAX = 75;

/** Asks again and again while a payment waits, ever more slowly, and stops by itself. */
export function useFollowedPayment(isWaiting: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isWaiting) return;
    let timer: number | undefined;
    let count = 0;
    const plan = (delay: number): void => {
      if (++count > QUESTIONS_MAX) return;
      timer = window.setTimeout(() => {
        // A failure is shown where somebody asks by hand; this goes on.
        const settled = latest.current().catch(() => undefined);
        void settled.then(() => timer !== undefined && plan(Math.min(delay * GROWTH, LAST_MS)));
      }, delay);
    };
    plan(FIRST_MS);
    return () => {
      window.clearTimeout(timer);
      timer = undefined;
    };
  }, [isWaiting]);
}
