import { defineTexts } from "../i18n/texts.ts";

/** Texts of the question before unsaved text is left behind. */
export const leaveTexts = defineTexts({
  title: { zh: "离开这里？", en: "Leave this page?" },
  text: {
    zh: "有内容还没有保存完，离开后可能丢失。",
    en: "You have unsaved changes that may be lost if you leave.",
  },
  action: { zh: "离开", en: "Leave" },
});
