const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The hour at which "tomorrow" begins. */
const MORNING_HOUR = 8;
/** The longest that the server takes is a year and a day. */
const LONGEST_DAYS = 365;

/** Span for which a member pauses notifications. */
export type QuietSpan = "hour" | "tomorrow" | "year";

/** Until when a span lasts, counted from now, in the time of the member's clock. */
export function quietUntil(span: QuietSpan, now: Date): Date {
  if (span === "hour") return new Date(now.getTime() + HOUR_MS);
  if (span === "year") return new Date(now.getTime() + LONGEST_DAYS * DAY_MS);
  const until = new Date(now);
  until.setDate(until.getDate() + 1);
  until.setHours(MORNING_HOUR, 0, 0, 0);
  return until;
}
