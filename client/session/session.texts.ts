import { defineTexts } from "../i18n/texts.ts";

/** Texts of the session itself. */
export const sessionLossTexts = defineTexts({
  signInAgain: {
    zh: "登录已过期，请重新登录；你写的内容已保存为草稿",
    en: "Your sign-in has expired. Please sign in again; what you wrote is kept as a draft.",
  },
});
