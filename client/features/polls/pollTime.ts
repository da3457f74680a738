const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Units in which the rest of a poll is told. */
export type RestUnit = "days" | "hours" | "minutes";

/** Counts the time that is left in the largest unit that fits; a rest of 47 hours is two days. Null if nothing is left. */
export function restUntil(endsAt: string, now: number): { unit: RestUnit; count: number } | null {
  const rest = Date.parse(endsAt) - now;
  if (rest <= 0) return null;
  if (rest >= DAY_MS) return { unit: "days", count: Math.round(rest / DAY_MS) };
  if (rest >= HOUR_MS) return { unit: "hours", count: Math.round(rest / HOUR_MS) };
  return { unit: "minutes", count: Math.max(1, Math.round(rest / MINUTE_MS)) };
}

/** Writes a time as a field for date and time shows it, in the zone of the browser; empty for none. */
export function localTimeOf(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Reads what a field for date and time holds; null while it holds no whole time. */
export function timeOfLocal(text: string): string | null {
  const time = text === "" ? NaN : new Date(text).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
