const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Units of the time that is left of a poll. */
export type RestUnit = "days" | "hours" | "minutes";

/** Counts the time that is left in the largest unit that fits; a rest of 47 hours is two days. Null if nothing is left. */
export function restUntil(endsAt: string, now: number): { unit: RestUnit; count: number } | null {
  const rest = Date.parse(endsAt) - now;
  if (rest <= 0) return null;
  if (rest >= DAY_MS) return { unit: "days", count: Math.round(rest / DAY_MS) };
  if (rest >= HOUR_MS) return { unit: "hours", count: Math.round(rest / HOUR_MS) };
  return { unit: "minutes", count: Math.max(1, Math.round(rest / MINUTE_MS)) };
}
