import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of thread lists and their rows, beyond those of the thread itself. */
export const cardTexts = defineTexts({
  unread: { zh: (count: number) => `${count} 条新回复`, en: (count: number) => `${count} new` },
  unreadLong: {
    zh: (count: number) => `上次看过后有 ${count} 条新回复，从那里读起`,
    en: (count: number) => `${count} new replies since your last visit: go on reading there`,
  },
  like: { zh: (count: number) => `赞，已有 ${count} 个`, en: (count: number) => `Like, ${count} so far` },
  moreFiles: { zh: (count: number) => `还有 ${count} 个附件`, en: (count: number) => `${count} more files` },
  list: { zh: "主题列表", en: "Thread lists" },
  next: { zh: "下一个主题", en: "Next thread" },
  previous: { zh: "上一个主题", en: "Previous thread" },
  open: { zh: "打开选中的主题", en: "Open the selected thread" },
});
