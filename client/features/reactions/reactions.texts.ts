import { defineTexts } from "../../i18n/texts.ts";

/** Texts of choosing a reaction, and of who reacted. */
export const reactionTexts = defineTexts({
  choose: { zh: "选择回应", en: "Choose a reaction" },
  like: { zh: "赞", en: "Like" },
  react: { zh: "回应……", en: "React…" },
  who: { zh: "谁回应了", en: "Who reacted" },
  nobody: { zh: "还没有人回应", en: "Nobody has reacted yet" },
});
