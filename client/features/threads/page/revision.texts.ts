import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the history of a thread. */
export const revisionTexts = defineTexts({
  noHistory: { zh: "没有可以查看的记录", en: "No edit history" },
  revisionBy: { zh: "修改", en: "edited" },
  current: { zh: "现在的版本", en: "Current version" },
  history: { zh: "修改记录", en: "History" },
  anonymous: { zh: "匿名用户", en: "Anonymous" },
});
