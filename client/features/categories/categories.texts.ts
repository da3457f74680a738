import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the list of categories and of the heads of their pages. */
export const categoryTexts = defineTexts({
  categories: { zh: "板块", en: "Categories" },
  all: { zh: "全部帖子", en: "All threads" },
  every: { zh: "全部板块", en: "All categories" },
  threads: {
    zh: (count: string) => `${count} 个帖子`,
    en: (count: string) => plural(count, "thread"),
  },
  publishHere: { zh: "发布到这里", en: "Post here" },
  within: { zh: "下级板块", en: "Subcategories" },
  parent: { zh: "上级板块", en: "Parent category" },
  introduction: {
    zh: "这里的所有板块，挑一个感兴趣的进去看看。",
    en: "All categories of this forum.",
  },
  nothingTitle: { zh: "还没有你能看的板块", en: "No categories yet" },
  nothingText: { zh: "登录后也许能看到更多。", en: "You may see more after signing in." },
});
