import type { Context } from "../../core/context.ts";
import { getSettings } from "./setting.service.ts";

const DAY_MS = 86_400_000;
/** Making one costs more than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Days as the site counts them: from midnight to midnight of its time zone, written `YYYY-MM-DD`. */
export interface SiteDays {
  readonly today: string;
  /** Gives the day that a time lies in. */
  dayOf(time: Date): string;
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
  return { today: dayOf(ctx.now), dayOf };
}

/** Gives the day before a day. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
