import { defineTexts } from "../i18n/texts.ts";

/** Texts of pictures that open large; those of the opened picture load with it. */
export const pictureTexts = defineTexts({
  enlarge: { zh: "放大图片", en: "Enlarge picture" },
});
