import { defineTexts } from "../../i18n/texts.ts";

/** Texts of players. */
export const mediaTexts = defineTexts({
  cannotPlay: {
    zh: "这个浏览器无法播放此格式，可以下载后用其他播放器打开。",
    en: "This browser cannot play this format. Download the file and open it with another player.",
  },
});
