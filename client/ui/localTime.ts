const MINUTE_MS = 60_000;
/** Characters of a time up to its minutes. */
const UP_TO_MINUTES = 16;

/** Writes a time as a field for date and time shows it, in the zone of the browser; empty for none. */
export function localTimeOf(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
    .toISOString()
    .slice(0, UP_TO_MINUTES);
}

/** Reads what a field for date and time holds; null while it holds no whole time. */
export function timeOfLocal(text: string): string | null {
  const time = text === "" ? NaN : new Date(text).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
