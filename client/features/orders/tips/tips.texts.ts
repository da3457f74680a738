import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of tipping the author of a thread. */
export const tipTexts = defineTexts({
  tip: { zh: "打赏", en: "Tip" },
  title: { zh: "打赏作者", en: "Tip the author" },
  tippers: {
    zh: (count: number) => `${count} 人打赏`,
    en: (count: number) => plural(count, "member has tipped", "members have tipped"),
  },
  nobody: { zh: "还没有人打赏", en: "No tips yet" },
  amount: { zh: "打赏金额", en: "Amount" },
  other: { zh: "其他金额", en: "Other amount" },
  otherAmount: { zh: "金额（元）", en: "Amount" },
  amountWrong: {
    zh: "请填写最多两位小数的金额，例如 8.88",
    en: "Enter an amount with up to two decimals, such as 8.88",
  },
  note: {
    zh: "从钱包余额支付。帖子下会显示你打赏过，不显示金额；打赏不能撤回。",
    en: "Paid from your wallet. The thread shows that you tipped, but not how much. Tips cannot be refunded.",
  },
  next: { zh: (amount: string) => `打赏 ${amount}`, en: (amount: string) => `Tip ${amount}` },
  cancel: { zh: "取消", en: "Cancel" },
});
