import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the statistics. */
export const statisticsTexts = defineTexts({
  title: { zh: "趋势", en: "Trends" },
  unit: { zh: "时间单位", en: "Step" },
  DAY: { zh: "按日", en: "By day" },
  WEEK: { zh: "按周", en: "By week" },
  MONTH: { zh: "按月", en: "By month" },
  numbers: { zh: "查看数字", en: "As numbers" },
  from: { zh: "起始日", en: "From" },
  threads: { zh: "新帖子", en: "New threads" },
  posts: { zh: "新回复", en: "New replies" },
  members: { zh: "新成员", en: "New members" },
  activeMembers: { zh: "活跃成员", en: "Active members" },
});
