const HOUR_MS = 3_600_000;
/** The hour at which "tomorrow" begins. */
const MORNING_HOUR = 8;
/** "For ever" is a time that nobody waits for. */
const EVER_YEARS = 100;

/** How long a member wants to be left alone. */
export type QuietSpan = "hour" | "tomorrow" | "ever";

/** Until when a span lasts, counted from now, in the time of the member's clock. */
export function quietUntil(span: QuietSpan, now: Date): Date {
  if (span === "hour") return new Date(now.getTime() + HOUR_MS);
  const until = new Date(now);
  if (span === "ever") until.setFullYear(until.getFullYear() + EVER_YEARS);
  else {
    until.setDate(until.getDate() + 1);
    until.setHours(MORNING_HOUR, 0, 0, 0);
  }
  return until;
}

/** Whether a time stands for "for ever". */
export function isForEver(until: Date, now: Date): boolean {
  return until.getFullYear() - now.getFullYear() > EVER_YEARS / 2;
}
