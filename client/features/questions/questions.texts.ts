import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of questions to one member: on a thread, and while one is written. */
export const questionTexts = defineTexts({
  name: { zh: "付费问答", en: "Paid question" },
  asked: {
    zh: (name: string) => `向 ${name} 提问`,
    en: (name: string) => `Question for ${name}`,
  },
  yourTurn: { zh: "等待你的回答", en: "Awaiting your answer" },
  locked: { zh: "付费后可以围观回答", en: "Pay to read the answer" },
  answered: { zh: "已回答", en: "Answered" },
  waiting: { zh: "等待回答", en: "Awaiting answer" },
  expired: { zh: "没有按时回答，已退款", en: "Not answered in time; the money was returned" },
  answer: { zh: "回答", en: "Answer" },
  onlookers: {
    zh: (count: number) => `${count} 人已围观`,
    en: (count: number) => `${plural(count, "member has", "members have")} paid for it`,
  },
  look: { zh: (amount: string) => `围观 ${amount}`, en: (amount: string) => `Read for ${amount}` },
  signIn: { zh: "登录后围观", en: "Sign in to read" },
  yourAnswer: { zh: "你的回答", en: "Your answer" },
  answerHint: {
    zh: "支持 Markdown。回答后不能修改，酬金立即入账",
    en: "Markdown is supported. An answer cannot be changed and is paid at once",
  },
  send: { zh: "回答并收款", en: "Answer and get paid" },
  sent: { zh: "已回答，酬金已入账", en: "Answered; the money is in your wallet" },
  add: { zh: "向指定成员付费提问", en: "Ask a member (paid)" },
  addHint: {
    zh: "发布时从钱包支付；对方 7 天内没有回答会退回。匿名帖子不能提问",
    en: "Paid from your wallet when you publish, and returned if there is no answer within 7 days. Not available for anonymous threads",
  },
  whom: { zh: "回答者昵称", en: "Nickname of the member you ask" },
  whomWrong: { zh: "没有找到这位成员", en: "No such member" },
  amount: { zh: "酬金（元）", en: "Price (yuan)" },
  amountWrong: {
    zh: "请填写 0.1 到 100000 之间的金额，最多两位小数",
    en: "Enter an amount from 0.1 to 100000, with up to two decimals",
  },
  open: {
    zh: (amount: string) => `其他人围观回答须付 ${amount}，由你和回答者平分`,
    en: (amount: string) => `Others pay ${amount} to read the answer; half of it goes to you`,
  },
});
