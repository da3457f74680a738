import { type ReminderChoice, reminderTime } from "../bookmarks/reminderTimes.ts";

/** Times that the dialog offers for publishing later. */
export const SCHEDULE_CHOICES = ["tonight", "tomorrow", "monday", "own"] as const satisfies ReminderChoice[];

/** One of the offered times. */
export type ScheduleChoice = (typeof SCHEDULE_CHOICES)[number];

/** Hour of the offered mornings, in the zone of the browser. */
const MORNING = 8;
/** Shortest time until a thread is published, in milliseconds. */
const MIN_MS = 5 * 60_000;
/** Longest time until a thread is published, in milliseconds. */
const MAX_MS = 365 * 86_400_000;

/** Says what is wrong with a time; null if it is possible. */
export function scheduleMistake(time: string, now: number): "tooEarly" | "tooLate" | null {
  const ahead = Date.parse(time) - now;
  if (ahead < MIN_MS) return "tooEarly";
  return ahead > MAX_MS ? "tooLate" : null;
}

/** Gives the time of a choice as ISO text; null for one that is too early, and for an own time. */
export function scheduleTime(choice: ScheduleChoice, now: number): string | null {
  const time = reminderTime(choice, now, MORNING)?.toISOString();
  return time && scheduleMistake(time, now) === null ? time : null;
}

/** Gives the choices that are possible, each time once. */
export function possibleChoices(now: number): ScheduleChoice[] {
  const times = SCHEDULE_CHOICES.map((choice) => scheduleTime(choice, now));
  return SCHEDULE_CHOICES.filter(
    (choice, index) => choice === "own" || (times[index] !== null && times.indexOf(times[index]!) === index),
  );
}
