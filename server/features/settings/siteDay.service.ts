import type { Context } from "../../core/context.ts";
import { getSettings } from "./setting.service.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** Furthest that midnight of any zone lies from midnight UTC, in milliseconds. */
const ZONE_MAX_MS = 15 * 3_600_000;
/** Making one costs more than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Days as the site counts them: from midnight to midnight of its time zone, written `YYYY-MM-DD`. */
export interface SiteDays {
  readonly today: string;
  /** Gives the day that a time lies in. */
  dayOf(time: Date): string;
  /** Gives the first second of a day of the years 1000 to 9999. */
  startOf(day: string): Date;
}

/** Reads the days of the site's time zone (setting `site_time_zone`). */
export async function siteDays(ctx: Context): Promise<SiteDays> {
  const { site_time_zone: timeZone } = await getSettings(ctx);
  let format = formats.get(timeZone);
  if (!format) {
    // This language writes a date as the standard does.
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const { format: dayOf } = format;
  return { today: dayOf(ctx.now), dayOf, startOf: (day) => startOf(day, dayOf) };
}

/** Halves the time around midnight UTC until a second is left, since a zone tells the day of a time and not the reverse. */
function startOf(day: string, dayOf: SiteDays["dayOf"]): Date {
  let before = (Date.parse(day) - ZONE_MAX_MS) / SECOND_MS;
  let start = (Date.parse(day) + ZONE_MAX_MS) / SECOND_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayOf(new Date(middle * SECOND_MS)) < day) before = middle;
    else start = middle;
  }
  return new Date(start * SECOND_MS);
}

/** Gives the day before a day. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
