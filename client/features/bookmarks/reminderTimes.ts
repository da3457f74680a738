/** Times that a reminder offers. */
export const REMINDER_CHOICES = ["none", "tonight", "tomorrow", "monday", "own"] as const;

/** One of the offered times. */
export type ReminderChoice = (typeof REMINDER_CHOICES)[number];

/** Hours of the day, in the zone of the browser, at which members are reminded. */
const EVENING = 20;
const MORNING = 9;
const WEEK = 7;

/** Furthest time of a reminder: five years. */
const MAX_MS = 1_830 * 86_400_000;

/** True for a time that the server takes. */
export function isPossibleReminder(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) > now && Date.parse(time) <= now + MAX_MS;
}

/**
 * Gives the time of a choice, in the zone of the browser; null for one that is over today, and for an own time.
 * @param morning hour of tomorrow and of Monday
 */
export function reminderTime(choice: ReminderChoice, now: number, morning = MORNING): Date | null {
  const time = new Date(now);
  if (choice === "tonight") {
    time.setHours(EVENING, 0, 0, 0);
    return time.getTime() > now ? time : null;
  }
  if (choice !== "tomorrow" && choice !== "monday") return null;
  const days = choice === "tomorrow" ? 1 : (WEEK + 1 - time.getDay()) % WEEK || WEEK;
  time.setDate(time.getDate() + days);
  time.setHours(morning, 0, 0, 0);
  return time;
}
