/** Quiet for so long is worth a word between two replies, in milliseconds (landscape E16: seven days). */
export const GAP_MS = 604_800_000;

const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;
const DAYS_PER_YEAR = 365;

interface GapTexts {
  daysLater: (count: number) => string;
  monthsLater: (count: number) => string;
  yearsLater: (count: number) => string;
}

/** "3 months later" where it was quiet for a week or longer; null otherwise. */
export function gapText(before: string, after: string, t: GapTexts): string | null {
  const gap = Date.parse(after) - Date.parse(before);
  if (!(gap >= GAP_MS)) return null;
  const days = Math.floor(gap / DAY_MS);
  if (days >= DAYS_PER_YEAR) return t.yearsLater(Math.floor(days / DAYS_PER_YEAR));
  if (days >= DAYS_PER_MONTH) return t.monthsLater(Math.floor(days / DAYS_PER_MONTH));
  return t.daysLater(days);
}
