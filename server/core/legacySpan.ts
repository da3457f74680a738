import { invalid } from "./errors.ts";

const TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** A span of time; null for no limit. The end is not part of it. */
export interface LegacySpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * Reads the times of a filter as old clients write them: local, `YYYY-MM-DD` or with `HH:mm:ss`. A day is whole.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function legacySpan({
  startTime,
  endTime,
}: {
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}): LegacySpan {
  return { from: timeOf(startTime, "startTime", 0), to: timeOf(endTime, "endTime", 1) };
}

/** @param more what belongs to the span besides: the rest of the day, or of the second */
function timeOf(value: unknown, field: string, more: 0 | 1): Date | null {
  if (value === undefined || value === null || value === "") return null;
  const match = typeof value === "string" ? TIME.exec(value.trim()) : null;
  const [, year, month, day, hour, minute, second = "0"] = match ?? [];
  const isDay = hour === undefined;
  const time = new Date(
    Number(year),
    Number(month) - 1,
    Number(day) + (isDay ? more : 0),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second) + (isDay ? 0 : more),
  );
  if (!Number.isNaN(time.getTime())) return time;
  throw invalid(field, `${field} 须形如 2026-11-23 18:30:00`, `${field} is like 2026-11-23 18:30:00.`);
}
