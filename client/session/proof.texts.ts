import { defineTexts } from "../i18n/texts.ts";

/** Texts of the question for the password. */
export const proofTexts = defineTexts({
  title: { zh: "确认是你本人", en: "Confirm it’s you" },
  text: {
    zh: "修改账号前请再输入一次密码，10 分钟内不会重复询问。",
    en: "Enter your password again before changing your account. You won’t be asked again for 10 minutes.",
  },
  password: { zh: "当前密码", en: "Current password" },
  code: { zh: "动态验证码或恢复码", en: "Authenticator or recovery code" },
  phone: { zh: "短信验证码", en: "Code from the text message" },
  phoneText: {
    zh: "验证码已发到账号绑定的手机号，5 分钟内有效。",
    en: "We sent a code to your account’s phone number. It is valid for 5 minutes.",
  },
  passkeyText: {
    zh: "修改账号前请用通行密钥确认，10 分钟内不会重复询问。",
    en: "Confirm with your passkey before changing your account. You won’t be asked again for 10 minutes.",
  },
  passkeyCancelled: {
    zh: "没有收到通行密钥的确认，请再试一次",
    en: "The passkey was not confirmed. Please try again.",
  },
  otherText: {
    zh: "修改账号前请选择一种方式确认，10 分钟内不会重复询问。",
    en: "Choose a way to confirm before changing your account. You won’t be asked again for 10 minutes.",
  },
  send: { zh: "发送短信验证码", en: "Send a text message" },
  byPasskey: { zh: "改用通行密钥", en: "Use a passkey instead" },
  again: { zh: "重新登录以确认", en: "Sign in again to confirm" },
  byPhone: { zh: "改用短信验证码", en: "Use a text message instead" },
  byCode: { zh: "改用两步验证", en: "Use two-factor authentication instead" },
  byPassword: { zh: "改用密码", en: "Use your password instead" },
  go: { zh: "继续", en: "Continue" },
});
