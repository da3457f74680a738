import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the open dialog alone, apart from the words that every thread loads for its menus. */
export const privateReportTexts = defineTexts({
  privateNote: {
    zh: "管理员会看到这条私信和它前面的几条，看不到其他聊天内容。",
    en: "The administrators will see this message and a few before it, but nothing else from this chat.",
  },
});
