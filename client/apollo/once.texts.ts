import { defineTexts } from "../i18n/texts.ts";

/** Texts of attempts that are repeated. */
export const onceTexts = defineTexts({
  arrived: {
    zh: "上一次发送其实成功了。要把现在的内容另外发布，请再发送一次",
    en: "Your last attempt was published. To publish this text as well, send it again.",
  },
});
