import { defineTexts } from "../../i18n/texts.ts";

/** Texts of bookmarking in a thread, which come with its page; those of the dialog come when it opens. */
export const markingTexts = defineTexts({
  edit: { zh: "编辑收藏", en: "Edit bookmark" },
  added: { zh: "已收藏", en: "Bookmarked" },
  addMore: { zh: "备注、收藏夹、提醒", en: "Note, folder, reminder" },
  removed: { zh: "已取消收藏", en: "Bookmark removed" },
  undo: { zh: "撤销", en: "Undo" },
});
