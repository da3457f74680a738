import { defineTexts } from "../../i18n/texts.ts";

/** Texts of codes that are sent, by mail or to a phone. */
export const codeTexts = defineTexts({
  sendCode: { zh: "发送验证码", en: "Send code" },
  code: { zh: "验证码", en: "Code" },
  resend: { zh: "重新发送", en: "Send again" },
  resendIn: {
    zh: (seconds: number) => `${seconds} 秒后可重新发送`,
    en: (seconds: number) => `Send again in ${seconds} s`,
  },
  required: { zh: "请填写此项", en: "Please fill this in" },
  phone: { zh: "手机号", en: "Mobile number" },
  phoneSent: {
    zh: "验证码已发送，5 分钟内有效，只能使用一次。",
    en: "We sent you a code. It works once, within 5 minutes.",
  },
  phoneHint: {
    zh: "中国大陆手机号；验证码会以短信发送。",
    en: "Mainland China numbers only. You will receive the code by text message.",
  },
  phoneRegisters: {
    zh: "没有账号的手机号会自动注册；验证码会以短信发送。",
    en: "If the number has no account yet, one is created. You will receive the code by text message.",
  },
});
