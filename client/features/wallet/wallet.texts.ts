import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the wallet, and of the funds of all members. */
export const walletTexts = defineTexts({
  title: { zh: "我的钱包", en: "My wallet" },
  balance: { zh: "余额", en: "Balance" },
  balanceNote: { zh: "可以使用的钱", en: "Money that you can use" },
  frozen: { zh: "冻结", en: "Frozen" },
  frozenNote: {
    zh: "已为某件事留出，完成或取消之前不能使用",
    en: "Set aside for something until it is done or called off",
  },
  withdraw: { zh: "提现", en: "Withdraw" },
  entries: { zh: "收支明细", en: "What moved" },
  kind: { zh: "类型", en: "Kind" },
  anyKind: { zh: "全部类型", en: "All kinds" },
  month: { zh: "月份", en: "Month" },
  anyMonth: { zh: "全部月份", en: "All months" },
  ADJUSTMENT: { zh: "管理员调整", en: "Changed by an administrator" },
  PAYMENT: { zh: "付款", en: "Payment" },
  TIP: { zh: "打赏", en: "Tip" },
  RED_PACKET: { zh: "红包", en: "Red packet" },
  MEMBERSHIP: { zh: "加入站点", en: "Joining the site" },
  WITHDRAWAL: { zh: "提现", en: "Withdrawal" },
  HOLD: { zh: "冻结", en: "Set aside" },
  RELEASE: { zh: "解冻", en: "Came back" },
  whatADJUSTMENT: { zh: "管理员改变了余额", en: "An administrator changed the balance" },
  whatPAYMENT: { zh: "钱在成员之间或与站点之间转移", en: "Money changed hands" },
  whatTIP: { zh: "成员打赏帖子的作者", en: "A gift to the author of a thread" },
  whatRED_PACKET: { zh: "红包被回复帖子的成员领取", en: "A share of a red packet, for a reply" },
  whatMEMBERSHIP: { zh: "加入付费站点或续费", en: "Joining the paid site, or staying on it" },
  whatWITHDRAWAL: {
    zh: "冻结的钱已打款给你，含手续费",
    en: "What was frozen was paid out to you, fee included",
  },
  whatHOLD: { zh: "从余额转入冻结", en: "From the balance to what is frozen" },
  whatRELEASE: { zh: "从冻结退回余额", en: "From what is frozen back to the balance" },
  frozenChange: {
    zh: (amount: string) => `冻结 ${amount}`,
    en: (amount: string) => `Frozen ${amount}`,
  },
  empty: { zh: "还没有收支", en: "Nothing has moved yet" },
  emptyText: {
    zh: "本站目前还不能充值。你收到和付出的钱会列在这里，每一笔都有说明。",
    en: "Topping up is not available on this site yet. What you get and spend is listed here, each with its reason.",
  },
  noMatch: { zh: "没有符合条件的收支", en: "Nothing matches" },
  noMatchText: { zh: "换个类型或月份看看", en: "Try another kind or month" },
});
