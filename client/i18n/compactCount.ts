import type { Locale } from "./texts.ts";

/** Shortens a count for a narrow place: 1234 stays, 12345 becomes "1.2万" or "12.3k". */
export function compactCount(count: number, locale: Locale): string {
  if (count < 10_000) return String(count);
  const [unit, sign] = locale === "en" ? [1_000, "k"] : [10_000, "万"];
  const tenths = Math.floor((count * 10) / unit);
  return `${tenths % 10 === 0 || tenths >= 1_000 ? Math.floor(tenths / 10) : tenths / 10}${sign}`;
}
