import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** Interval at which relative times are counted again. */
const TICK_MS = 60_000;

interface Clock {
  /** Milliseconds since 1970. */
  now: number;
  /** False until the browser took over: until then times show as the server counted them, in UTC. */
  isLive: boolean;
}

const ClockContext = createContext<Clock>({ now: 0, isLive: false });

/** One clock for all times of a page: starts at the time of the request, then ticks every minute. */
export function ClockProvider({ start, children }: { start: number; children: ReactNode }) {
  const [clock, setClock] = useState<Clock>({ now: start, isLive: false });
  useEffect(() => {
    const tick = () => setClock({ now: Date.now(), isLive: true });
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The time that relative times count from. */
export function useClock(): Clock {
  return useContext(ClockContext);
}
