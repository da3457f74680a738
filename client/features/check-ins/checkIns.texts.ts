import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of check-ins. */
export const checkInTexts = defineTexts({
  title: { zh: "每日签到", en: "Daily check-in" },
  press: { zh: "签到", en: "Check in" },
  checkedIn: { zh: "今日已签到", en: "Checked in today" },
  streak: {
    zh: (days: number) => `已连续签到 ${days} 天`,
    en: (days: number) => plural(days, "day in a row", "days in a row"),
  },
  start: { zh: "今天还没有签到", en: "Check in today" },
  longest: {
    zh: (days: number, total: number) => `最长连续 ${days} 天 · 共 ${total} 天`,
    en: (days: number, total: number) => `Longest streak ${days} · ${total} in total`,
  },
  first: { zh: "每天一次，看看能连续多少天", en: "Keep your streak going" },
});
