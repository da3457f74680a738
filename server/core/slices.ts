import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Longest piece of work between two moments in which requests are answered, in milliseconds. */
export const SLICE_MS = 4;
/** Rest of unhurried work between its slices, in milliseconds. */
const REST_MS = 25;
/** Steps after which the clock is looked at. */
const STEPS = 64;

/** Called at each step of long work; what it returns is to be awaited, if anything. */
export type Pause = () => Promise<void> | void;

/**
 * Lets others work whenever a slice is used up: `const paused = pause(); if (paused) await paused;`
 * @param steps how many steps of the caller's kind are too short to look at the clock each time
 */
export function slices(steps = STEPS): Pause {
  let done = 0;
  let began = performance.now();
  return () => {
    if (++done % steps !== 0 || performance.now() - began < SLICE_MS) return;
    return nextTurn().then(() => void (began = performance.now()));
  };
}

/**
 * As `slices`, for work that has time: the longer rests keep most of the processor free for requests.
 * @throws {Error} AbortError when the program ends.
 */
export function unhurried(signal: AbortSignal): Pause {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return;
    return wait(REST_MS, undefined, { signal }).then(() => void (began = performance.now()));
  };
}
