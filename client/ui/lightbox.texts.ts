import { defineTexts } from "../i18n/texts.ts";

/** Texts of the view of pictures. */
export const lightboxTexts = defineTexts({
  close: { zh: "关闭", en: "Close" },
  previousPicture: { zh: "上一张", en: "Previous picture" },
  nextPicture: { zh: "下一张", en: "Next picture" },
  openOriginal: { zh: "查看原图", en: "Open original" },
  pictureOf: {
    zh: (index: number, count: number) => `第 ${index} 张，共 ${count} 张`,
    en: (index: number, count: number) => `Picture ${index} of ${count}`,
  },
});
