import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the notice after a bookmark was removed. */
export const removalTexts = defineTexts({
  removed: { zh: "已取消收藏", en: "Bookmark removed" },
  undo: { zh: "撤销", en: "Undo" },
});
