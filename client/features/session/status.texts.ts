import { defineTexts } from "../../i18n/texts.ts";

/** Why an account cannot be used for now. */
export const statusTexts = defineTexts({
  banned: { zh: "您的账号已禁用", en: "Your account is disabled" },
  refused: { zh: "您的账号注册审核不通过", en: "Your registration was not approved" },
  waiting: {
    zh: "恭喜您！已成功登录。先随便逛逛等待账号审核通过！",
    en: "Welcome! You are signed in. Look around while your account waits for approval.",
  },
  unknown: { zh: "账号暂时不可用", en: "The account cannot be used for now" },
  reason: { zh: (reason: string) => `原因：${reason}`, en: (reason: string) => `Reason: ${reason}` },
  homeIn: {
    zh: (seconds: number) => `${seconds} 秒后返回首页`,
    en: (seconds: number) => `Home in ${seconds} s`,
  },
});
