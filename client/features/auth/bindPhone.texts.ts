import { defineTexts } from "../../i18n/texts.ts";

/** Texts of binding a phone number. */
export const bindPhoneTexts = defineTexts({
  title: { zh: "绑定手机号", en: "Add your phone number" },
  lead: {
    zh: "手机号用于登录和找回密码，其他人看不到。",
    en: "Used to sign in and to reset your password; nobody else sees it.",
  },
  bind: { zh: "绑定", en: "Add" },
  bound: { zh: "手机号已绑定", en: "Phone number added" },
  boundTitle: { zh: "你已绑定手机号", en: "You already have a phone number" },
  change: { zh: "更换手机号", en: "Change number" },
  offTitle: { zh: "本站不使用手机号", en: "This site does not use phone numbers" },
  offText: {
    zh: "管理员没有开启短信，因此不能绑定手机号，也不需要绑定。",
    en: "The administrators have not turned on text messages, so phone numbers cannot be added and are not needed.",
  },
  home: { zh: "返回首页", en: "Home" },
});
