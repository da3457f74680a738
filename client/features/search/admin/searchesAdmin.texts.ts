import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the page of searches without a result. */
export const searchesAdminTexts = defineTexts({
  searches: { zh: "无结果的搜索", en: "Searches without a result" },
  about: {
    zh: "最近 30 天没有找到任何内容的搜索。只统计至少三人搜过的词，不记录是谁搜的。",
    en: "What people searched for in the last 30 days without finding anything. Only texts that at least three people searched for are counted; nobody knows who.",
  },
  words: { zh: "搜索词", en: "Text" },
  people: { zh: "人数", en: "People" },
  lastDay: { zh: "最近一次", en: "Last" },
  nothing: { zh: "没有这样的搜索", en: "There are none" },
});
