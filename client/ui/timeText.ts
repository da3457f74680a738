import type { Locale } from "../i18n/texts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older moments show as a date. */
const RELATIVE_DAYS = 7;

const two = (value: number) => String(value).padStart(2, "0");

/** "3 小时前"; undefined for moments older than a week and for those to come, which are shown as a date. */
export function relativeText(time: Date, now: number, locale: Locale): string | undefined {
  // Clocks differ by minutes; what is further ahead is meant to be.
  if (time.getTime() - now > HOUR_MS) return undefined;
  const age = Math.max(0, now - time.getTime());
  const english = locale === "en";
  if (age < MINUTE_MS) return english ? "just now" : "刚刚";
  if (age < HOUR_MS) return spoken(Math.floor(age / MINUTE_MS), english ? "min" : "分钟", english);
  if (age < DAY_MS) return spoken(Math.floor(age / HOUR_MS), english ? "h" : "小时", english);
  if (age < RELATIVE_DAYS * DAY_MS) return spoken(Math.floor(age / DAY_MS), english ? "d" : "天", english);
  return undefined;
}

function spoken(count: number, unit: string, english: boolean): string {
  return english ? `${count} ${unit} ago` : `${count} ${unit}前`;
}

/** Month and day, with the year if it is not the present one. In UTC until the browser's own zone may show. */
export function dateText(time: Date, now: number, isLocal: boolean): string {
  const [year, month, day] = isLocal
    ? [time.getFullYear(), time.getMonth(), time.getDate()]
    : [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  const isThisYear = year === new Date(now).getUTCFullYear();
  return isThisYear ? `${two(month + 1)}-${two(day)}` : `${year}-${two(month + 1)}-${two(day)}`;
}

/** Date in the browser's zone, as 2026-01-31. */
export function dayText(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Date and time in the browser's zone. */
export function fullTimeText(time: Date): string {
  return `${dayText(time)} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
