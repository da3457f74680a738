import { defineTexts } from "../../i18n/texts.ts";

/** Examples of operators, each with its meaning. */
export const searchTipsTexts = defineTexts({
  phrase: { zh: "“柠檬树”", en: '"lemon tree"' },
  phraseMeans: { zh: "必须连在一起出现", en: "These words in a row, none of them longer" },
  without: { zh: "-广告", en: "-rain" },
  withoutMeans: { zh: "不含这个词", en: "Without this word" },
  author: { zh: "作者:小明", en: "author:ada" },
  authorMeans: { zh: "这位成员发布的，匿名内容除外", en: "By this member; what is anonymous is left out" },
  in: { zh: "板块:园艺", en: "in:garden" },
  inMeans: {
    zh: "在这个板块及其子板块中，写名称或编号；名称含空格时加引号",
    en: "In this category and those below it, by name or id; quote a name with blanks",
  },
  title: { zh: "in:标题", en: "in:title" },
  titleMeans: { zh: "只搜标题", en: "Titles only" },
  dates: { zh: "晚于:2026-01 早于:2026-05-31", en: "after:2026-01 before:2026-05-31" },
  datesMeans: {
    zh: "从前一个日期开始，到后一个日期之前；可以只写年或年月",
    en: "Between the beginnings of two dates; a year or a month will do",
  },
  has: { zh: "包含:图片", en: "has:image" },
  hasMeans: {
    zh: "图片、附件、投票、付费、悬赏、红包、答案",
    en: "image, file, poll, paid, bounty, redpacket, answer",
  },
});
