import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the button that chooses how closely something is watched; it stands on first pages. */
export const watchButtonTexts = defineTexts({
  THREAD: { zh: "帖子通知", en: "Notifications of this thread" },
  CATEGORY: { zh: "板块通知", en: "Notifications of this category" },
  MEMBER: { zh: "成员动态通知", en: "Notifications of this member" },
  TOPIC: { zh: "话题通知", en: "Notifications of this topic" },
  WATCHING: { zh: "订阅", en: "Watching" },
  NORMAL: { zh: "普通", en: "Normal" },
  colon: { zh: "：", en: ": " },
  MUTED: { zh: "免打扰", en: "Muted" },
});
