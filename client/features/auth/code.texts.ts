import { defineTexts } from "../../i18n/texts.ts";

/** Texts of codes that are sent, by mail or to a phone. */
export const codeTexts = defineTexts({
  sendCode: { zh: "发送验证码", en: "Send me a code" },
  code: { zh: "验证码", en: "Code" },
  resend: { zh: "重新发送", en: "Send another one" },
  resendIn: {
    zh: (seconds: number) => `${seconds} 秒后可重新发送`,
    en: (seconds: number) => `Another one in ${seconds} s`,
  },
  required: { zh: "请填写此项", en: "Please fill this in" },
  phone: { zh: "手机号", en: "Mobile number" },
  phoneSent: {
    zh: "验证码已发送，5 分钟内有效，只能使用一次。",
    en: "A code is on its way. It works once, within 5 minutes.",
  },
  phoneHint: {
    zh: "中国大陆手机号；验证码会以短信发送。",
    en: "A number of mainland China; the code arrives as a text message.",
  },
  phoneRegisters: {
    zh: "没有账号的手机号会自动注册；验证码会以短信发送。",
    en: "A number without an account becomes one. The code arrives as a text message.",
  },
});
