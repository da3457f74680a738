import { defineTexts } from "../i18n/texts.ts";

/** Texts of the question for the password. */
export const proofTexts = defineTexts({
  title: { zh: "确认是你本人", en: "Confirm that it is you" },
  text: {
    zh: "修改账号前请再输入一次密码，10 分钟内不会重复询问。",
    en: "Give your password once more before the account is changed. It holds for ten minutes.",
  },
  password: { zh: "当前密码", en: "Current password" },
  code: { zh: "动态验证码或恢复码", en: "Code of your authenticator, or a recovery code" },
  phone: { zh: "短信验证码", en: "Code of the text message" },
  phoneText: {
    zh: "验证码已发到账号绑定的手机号，5 分钟内有效。",
    en: "A code is on its way to the number of your account. It works for 5 minutes.",
  },
  passkeyText: {
    zh: "修改账号前请用通行密钥确认，10 分钟内不会重复询问。",
    en: "Confirm with your passkey before the account is changed. It holds for ten minutes.",
  },
  passkeyCancelled: {
    zh: "没有收到通行密钥的确认，请再试一次",
    en: "The passkey did not confirm it. Please try again.",
  },
  otherText: {
    zh: "修改账号前请选择一种方式确认，10 分钟内不会重复询问。",
    en: "Choose a way to confirm it before the account is changed. It holds for ten minutes.",
  },
  send: { zh: "发送短信验证码", en: "Send a text message" },
  byPasskey: { zh: "改用通行密钥", en: "Use a passkey instead" },
  again: { zh: "重新登录以确认", en: "Sign in again to confirm" },
  byPhone: { zh: "改用短信验证码", en: "Use a text message instead" },
  byCode: { zh: "改用两步验证", en: "Use the second factor instead" },
  byPassword: { zh: "改用密码", en: "Use the password instead" },
  go: { zh: "继续", en: "Continue" },
});
