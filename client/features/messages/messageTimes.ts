/** Messages that follow each other so closely need no time between them. */
const PAUSE_MS = 5 * 60_000;

/** True if a message needs its time above it: it is the first, or some time has passed since the one before. */
export const isPause = (before: string | undefined, now: string): boolean =>
  before === undefined || Date.parse(now) - Date.parse(before) > PAUSE_MS;
