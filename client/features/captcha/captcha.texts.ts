import { defineTexts } from "../../i18n/texts.ts";

/** Texts of captchas. */
export const captchaTexts = defineTexts({
  working: {
    zh: "人机验证：浏览器正在自动完成…",
    en: "Robot check: your browser is working on it…",
  },
  done: { zh: "人机验证已完成", en: "Robot check passed" },
  waiting: {
    zh: "人机验证会在提交时自动完成",
    en: "The robot check runs automatically when you submit",
  },
  failed: {
    zh: "人机验证未能完成，请检查网络后重试",
    en: "The robot check did not finish. Please check your connection and try again.",
  },
  puzzle: {
    zh: "提交时会打开腾讯云的人机验证",
    en: "A robot check by Tencent Cloud opens when you submit",
  },
  closed: {
    zh: "人机验证没有完成，请重新提交",
    en: "The robot check was not completed. Please submit again.",
  },
  again: { zh: "重试", en: "Try again" },
});
