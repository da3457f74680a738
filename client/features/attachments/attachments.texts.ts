import { defineTexts } from "../../i18n/texts.ts";

/** Texts of lists of files. */
export const attachmentTexts = defineTexts({
  attachments: { zh: "附件", en: "Files" },
});
