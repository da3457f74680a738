import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the unread badge. */
export const unreadTexts = defineTexts({
  unread: {
    zh: (count: number) => `${count} 条未读消息`,
    en: (count: number) => plural(count, "unread message"),
  },
});
