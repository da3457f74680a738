import { defineTexts } from "../../i18n/texts.ts";

/** Texts of bounties: on a thread, on a reply, and while one is written. */
export const bountyTexts = defineTexts({
  name: { zh: "悬赏", en: "Bounty" },
  left: {
    zh: (amount: string, until: string) => `剩余 ${amount}，${until} 截止`,
    en: (amount: string, until: string) => `${amount} left, until ${until}`,
  },
  finished: { zh: "已全部发给回复", en: "All paid out" },
  endedReturn: {
    zh: (amount: string) => `已结束，${amount} 退回`,
    en: (amount: string) => `Ended; ${amount} was returned`,
  },
  endedShare: { zh: "已结束，余下的按点赞分给回复", en: "Ended; the rest is divided by likes" },
  gifts: { zh: "发放记录", en: "Recipients" },
  nobody: { zh: "还没有发放", en: "None yet" },
  shared: { zh: "按点赞分得", en: "divided by likes" },
  reply: { zh: (number: number) => `${number} 楼`, en: (number: number) => `#${number}` },
  give: { zh: "发悬赏给这条回复", en: "Award part of the bounty" },
  giveTitle: { zh: "发悬赏", en: "Award part of the bounty" },
  rest: { zh: "悬赏剩余", en: "Remaining bounty" },
  amount: { zh: "金额（元）", en: "Amount (yuan)" },
  all: { zh: "全部剩余", en: "The whole remainder" },
  giveAmountWrong: {
    zh: "请填写不超过剩余的金额，最多两位小数",
    en: "Enter an amount up to the remainder, with up to two decimals",
  },
  over: { zh: "悬赏已结束或已发完。", en: "The bounty has ended or is paid out." },
  giveNow: { zh: (amount: string) => `发 ${amount}`, en: (amount: string) => `Award ${amount}` },
  given: { zh: (amount: string) => `已发悬赏 ${amount}`, en: (amount: string) => `Awarded ${amount}` },
  cancel: { zh: "取消", en: "Cancel" },
  add: { zh: "悬赏", en: "Offer a bounty" },
  addHint: {
    zh: "发布时从钱包支付，由你发给选中的回复；到期没发完的按你的选择处理。匿名帖子不能悬赏",
    en: "Paid from your wallet when you publish. You award it to replies of your choice until it ends. Not available for anonymous threads",
  },
  total: { zh: "悬赏金额（元）", en: "Bounty (yuan)" },
  amountWrong: {
    zh: "请填写 0.1 到 1000000 之间的金额，最多两位小数",
    en: "Enter an amount from 0.1 to 1000000, with up to two decimals",
  },
  lasts: { zh: "期限", en: "Duration" },
  days: { zh: (days: number) => `${days} 天`, en: (days: number) => `${days} days` },
  atEnd: { zh: "到期没发完的", en: "Remainder at the end" },
  RETURN: { zh: "退回给我", en: "Returned to me" },
  SHARE: { zh: "按点赞分给回复", en: "Divided by likes" },
});
