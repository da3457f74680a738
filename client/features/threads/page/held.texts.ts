import { defineTexts } from "../../../i18n/texts.ts";

/** Notices above a thread that waits by a rule, where they say more than that it waits. */
export const heldTexts = defineTexts({
  FIRST_TEXTS: {
    zh: "最初几篇内容要由版主看过才会显示。",
    en: "First texts appear once a moderator has seen them.",
  },
  REPORTS: {
    zh: "有成员举报，版主处理前已隐藏。",
    en: "Members reported this, so it is hidden until a moderator decides.",
  },
});
