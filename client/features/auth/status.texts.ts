import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the states of an account: their names, what they mean and what can be done. */
export const statusTexts = defineTexts({
  NORMAL: { zh: "你的账号一切正常", en: "Your account is in good standing" },
  UNDER_REVIEW: { zh: "你的注册正在等待审核", en: "Your registration is waiting for review" },
  REFUSED: { zh: "你的注册没有通过审核", en: "Your registration was refused" },
  IGNORED: { zh: "你的注册申请没有被受理", en: "Your registration was not considered" },
  SILENCED: { zh: "你已被禁言", en: "You are silenced" },
  BANNED: { zh: "你的账号已被禁用", en: "Your account is banned" },
  FIELDS_MISSING: { zh: "你的注册信息还不完整", en: "Your registration is not complete" },
  VISITOR: { zh: "你还没有登录", en: "You are not signed in" },
  whatNORMAL: { zh: "可以发布、回复和互动。", en: "You can post, reply and take part." },
  whatUNDER_REVIEW: {
    zh: "现在可以浏览；管理员通过后就能发布、回复和互动，不需要再做什么。",
    en: "You can look around. You can take part once an administrator has approved it; you don’t need to do anything.",
  },
  whatREFUSED: {
    zh: "你只能像访客一样浏览。如有疑问，请联系管理员。",
    en: "You can read what visitors can read. If you have questions, contact an administrator.",
  },
  whatIGNORED: {
    zh: "你只能像访客一样浏览。如有疑问，请联系管理员。",
    en: "You can read what visitors can read. If you have questions, contact an administrator.",
  },
  whatSILENCED: {
    zh: "你可以浏览、点赞、投票和购买，但不能发帖、回复和发消息。如有疑问，可以给管理人员发私信。",
    en: "You can read, like, vote and buy, but not publish threads, replies or messages. If you have questions, send the staff a private message.",
  },
  whatBANNED: {
    zh: "你只能像访客一样浏览。禁用没有期限，直到管理员解除；如有疑问，请联系管理员。",
    en: "You can read what visitors can read. The ban lasts until an administrator lifts it; if you have questions, contact one.",
  },
  whatBANNED_UNTIL: {
    zh: "你现在只能像访客一样浏览；期满后自动恢复。如有疑问，请联系管理员。",
    en: "Until then you can read what visitors can read. If you have questions, contact an administrator.",
  },
  fillIn: { zh: "去填写", en: "Complete it" },
  improve: { zh: "修改后重新提交", en: "Improve your answers" },
  leaving: {
    zh: (seconds: number) => `${seconds} 秒后前往首页，先随便逛逛吧`,
    en: (seconds: number) =>
      seconds === 1 ? "Going to the home page in one second" : `Going to the home page in ${seconds} seconds`,
  },
  stay: { zh: "留在此页", en: "Stay here" },
  until: { zh: "禁用到期：", en: "The ban ends:" },
  silencedUntil: { zh: "禁言到期：", en: "The silence ends:" },
  contact: { zh: "联系站长：", en: "Contact:" },
  whatFIELDS_MISSING: {
    zh: "现在可以浏览；填写站点需要的信息后就能参与。",
    en: "You can look around. Complete your registration to take part.",
  },
  whatVISITOR: {
    zh: "登录后可以在这里查看账号的情况。",
    en: "Sign in to see your account status.",
  },
  reason: { zh: (reason: string) => `原因：${reason}`, en: (reason: string) => `Reason: ${reason}` },
  since: { zh: "注册于", en: "Registered" },
  account: { zh: "账号", en: "Account" },
});
