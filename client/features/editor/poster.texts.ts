import { defineTexts } from "../../i18n/texts.ts";

/** Texts of posters of videos. */
export const posterTexts = defineTexts({
  poster: {
    zh: (name: string) => `为 ${name} 选择封面`,
    en: (name: string) => `Choose a poster for ${name}`,
  },
});
