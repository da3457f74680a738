import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the phone number of one's account. */
export const phoneTexts = defineTexts({
  phone: { zh: "手机号", en: "Phone" },
  hint: {
    zh: "用于登录和找回密码，其他成员看不到。",
    en: "Used to sign in and to reset your password; other members cannot see it.",
  },
  change: { zh: "更换", en: "Change" },
  remove: { zh: "解除绑定", en: "Remove" },
  removeTitle: { zh: "解除绑定手机号？", en: "Remove the phone number?" },
  removeText: {
    zh: "之后不能再用这个手机号登录或找回密码。",
    en: "You will no longer be able to sign in or reset your password with it.",
  },
  bound: { zh: "手机号已绑定", en: "Phone number added" },
  removed: { zh: "手机号已解除绑定", en: "Phone number removed" },
});
