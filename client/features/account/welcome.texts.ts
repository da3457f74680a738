import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the first steps of a new member. */
export const welcomeTexts = defineTexts({
  title: { zh: (name: string) => `${name}，欢迎加入`, en: (name: string) => `Welcome, ${name}` },
  lead: { zh: "从这三步开始：", en: "Three steps to get started:" },
  avatar: { zh: "换上头像", en: "Add a picture" },
  follow: { zh: "关注一个人", en: "Follow someone" },
  hello: { zh: "打个招呼", en: "Say hello" },
  done: { zh: "已完成", en: "Done" },
  confirm: {
    zh: (email: string) => `验证邮件已发送到 ${email}，请打开其中的链接。`,
    en: (email: string) => `We sent an email to ${email}. Open the link in it to confirm your address.`,
  },
  dismiss: { zh: "不再显示", en: "Don’t show again" },
});
