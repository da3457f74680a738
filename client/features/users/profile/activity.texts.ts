import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

const threadsOf = (count: number) => plural(count, "thread");
const repliesOf = (count: number) => plural(count, "reply", "replies");

/** Texts of the activity calendar of a profile. */
export const activityTexts = defineTexts({
  title: { zh: "活跃日历", en: "Activity" },
  summary: {
    zh: (year: number, threads: number, posts: number, days: number) =>
      `${year} 年：${threads} 篇帖子，${posts} 条回复，活跃 ${days} 天`,
    en: (year: number, threads: number, posts: number, days: number) =>
      `${threadsOf(threads)} and ${repliesOf(posts)} on ${plural(days, "day")} in ${year}`,
  },
  day: {
    zh: (day: string, threads: number, posts: number) => `${day}：${threads} 篇帖子，${posts} 条回复`,
    en: (day: string, threads: number, posts: number) => `${day}: ${threadsOf(threads)}, ${repliesOf(posts)}`,
  },
  earlier: { zh: (year: number) => `${year} 年`, en: (year: number) => String(year) },
  years: { zh: "年份", en: "Year" },
  lastSeen: { zh: (when: string) => `最近来过：${when}`, en: (when: string) => `Last seen ${when}` },
  today: { zh: "今天", en: "today" },
  yesterday: { zh: "昨天", en: "yesterday" },
});
