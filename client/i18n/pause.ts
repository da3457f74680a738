import { plural } from "./plural.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** Splits a pause into a count and its greatest whole unit. */
function partsOf(seconds: number): [count: number, unit: "second" | "minute" | "hour" | "day"] {
  if (seconds % DAY_S === 0) return [seconds / DAY_S, "day"];
  if (seconds % HOUR_S === 0) return [seconds / HOUR_S, "hour"];
  if (seconds % MINUTE_S === 0) return [seconds / MINUTE_S, "minute"];
  return [seconds, "second"];
}

const CHINESE = { second: "秒", minute: "分钟", hour: "小时", day: "天" } as const;

/** Writes a pause between two replies, in both languages: "10 minutes", "1 day". */
export const pauseText = {
  zh: (seconds: number): string => {
    const [count, unit] = partsOf(seconds);
    return `${count} ${CHINESE[unit]}`;
  },
  en: (seconds: number): string => plural(...partsOf(seconds)),
};
