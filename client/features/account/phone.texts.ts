import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the phone number of one's account. */
export const phoneTexts = defineTexts({
  phone: { zh: "手机号", en: "Phone" },
  hint: {
    zh: "用于登录和找回密码，其他成员看不到。",
    en: "For signing in and for a forgotten password; other members do not see it.",
  },
  change: { zh: "更换", en: "Change" },
  remove: { zh: "解除绑定", en: "Remove" },
  removeTitle: { zh: "解除绑定手机号？", en: "Remove the phone number?" },
  removeText: {
    zh: "之后不能再用这个手机号登录或找回密码。",
    en: "It signs in no more, and sets no new password.",
  },
  bound: { zh: "手机号已绑定", en: "The number is bound" },
  removed: { zh: "手机号已解除绑定", en: "The number is removed" },
});
