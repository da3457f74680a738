import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the menu line by which a reply is accepted as the answer. */
export const solutionTexts = defineTexts({
  accept: { zh: "采纳为答案", en: "Mark as solution" },
  takeBack: { zh: "取消采纳", en: "Unmark as solution" },
  accepted: { zh: "已采纳为答案", en: "Marked as the solution" },
  takenBack: { zh: "已取消采纳", en: "Solution removed" },
});
