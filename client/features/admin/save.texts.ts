import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of saving with a look at the difference, and of taking it back. */
export const saveTexts = defineTexts({
  difference: { zh: "改动", en: "Changes" },
  before: { zh: "原来：", en: "Before: " },
  after: { zh: "现在：", en: "After: " },
  empty: { zh: "（空）", en: "(empty)" },
  changes: {
    zh: (count: number) => `${count} 处未保存的改动`,
    en: (count: number) => plural(count, "unsaved change"),
  },
  unchanged: { zh: "还没有改动", en: "Nothing is changed yet" },
  yes: { zh: "是", en: "Yes" },
  no: { zh: "否", en: "No" },
  show: { zh: "查看改动", en: "Show changes" },
  discard: { zh: "放弃", en: "Discard" },
  saved: { zh: "已保存", en: "Saved" },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已撤销", en: "Undone" },
  done: {
    zh: (count: number) => `已完成 ${count} 项`,
    en: (count: number) => `${count} done`,
  },
});
