import { defineTexts } from "../../../i18n/texts.ts";

/** Notices above a thread that waits by a rule, by the rule. */
export const heldTexts = defineTexts({
  FIRST_TEXTS: {
    zh: "成员最初的几篇内容要由版主看过才会显示。内容已经保存，通过后大家就能看到。",
    en: "A moderator looks at the first texts of each member before others see them. This one is saved and will appear once it is approved.",
  },
  SIGNS: {
    zh: "这个帖子要由版主看过才会显示。内容已经保存，通过后大家就能看到。",
    en: "A moderator looks at this thread before others see it. It is saved and will appear once it is approved.",
  },
  REPORTS: {
    zh: "有成员举报了这个帖子，已暂时隐藏。版主处理之前，只有作者和管理人员能看到。",
    en: "Members reported this thread, so it is hidden. Until a moderator decides, only its author and the staff see it.",
  },
});
