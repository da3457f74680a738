import { wholeOf } from "../values.ts";

/** Time from which on years have five digits, in milliseconds. */
const YEAR_10000 = 253_402_300_800_000;

/** Gives a time of milliseconds; null for none. */
export function millisOf(value: unknown): string | null {
  const time = wholeOf(value);
  return time > 0 && time < YEAR_10000 ? new Date(time).toISOString() : null;
}

/** True for a field that says yes, in all ways in which NodeBB and its databases write that. */
export function isSet(value: unknown): boolean {
  return value === true || value === "true" || wholeOf(value) === 1;
}
