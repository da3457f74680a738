import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the list of categories. */
export const categoryTexts = defineTexts({
  categories: { zh: "分类", en: "Categories" },
  all: { zh: "全部主题", en: "All threads" },
  threads: { zh: (count: number) => `${count} 个主题`, en: (count: number) => `${count} threads` },
});
