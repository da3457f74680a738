import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the profile card and of its buttons. */
export const profileCardTexts = defineTexts({
  card: { zh: "用户名片", en: "Profile" },
  cardOf: { zh: (name: string) => `${name} 的名片`, en: (name: string) => `Profile of ${name}` },
  gone: { zh: "用户不存在", en: "There is no such member" },
  keyboardHint: { zh: "按 ↓ 进入名片，Esc 关闭", en: "↓ enters the card, Esc closes it" },
});
