import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of quotes and of the button that makes them. */
export const quoteTexts = defineTexts({
  quote: { zh: "引用", en: "Quote" },
  expand: { zh: "展开原文", en: "Show the whole reply" },
  collapse: { zh: "收起", en: "Show less" },
  quoteGone: { zh: "原文已经看不到了", en: "This reply is no longer available" },
});
