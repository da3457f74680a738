import { defineTexts } from "../../i18n/texts.ts";

/** Texts of binding a phone number. */
export const bindPhoneTexts = defineTexts({
  title: { zh: "绑定手机号", en: "Bind your phone" },
  lead: {
    zh: "手机号用于登录和找回密码，其他人看不到。",
    en: "For signing in and for a forgotten password; nobody else sees it.",
  },
  bind: { zh: "绑定", en: "Bind" },
  bound: { zh: "手机号已绑定", en: "The number is bound" },
  boundTitle: { zh: "你已绑定手机号", en: "A number is bound already" },
  change: { zh: "更换手机号", en: "Change the number" },
  offTitle: { zh: "本站不使用手机号", en: "This site uses no phone numbers" },
  offText: {
    zh: "管理员没有开启短信，因此不能绑定手机号，也不需要绑定。",
    en: "The administrators have not switched text messages on, so there is nothing to bind.",
  },
  home: { zh: "返回首页", en: "Home" },
});
