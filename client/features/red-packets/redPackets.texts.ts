import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of red packets: on a thread, and while one is written. */
export const redPacketTexts = defineTexts({
  name: { zh: "红包", en: "Red packet" },
  byReply: { zh: "回复即可领取", en: "Reply to get a share" },
  byLikes: {
    zh: (likes: number) => `回复得到 ${likes} 个赞即可领取`,
    en: (likes: number) => `A reply with ${plural(likes, "like")} gets a share`,
  },
  left: {
    zh: (count: number, all: number, amount: string) => `剩 ${count}/${all} 个，${amount}`,
    en: (count: number, all: number, amount: string) => `${count} of ${all} left, ${amount}`,
  },
  finished: { zh: "已领完", en: "All claimed" },
  ended: {
    zh: (amount: string) => `已结束，${amount} 退回`,
    en: (amount: string) => `Ended; ${amount} was returned`,
  },
  yours: { zh: (amount: string) => `你领到 ${amount}`, en: (amount: string) => `You got ${amount}` },
  claims: { zh: "领取记录", en: "Recipients" },
  nobody: { zh: "还没有人领取", en: "None yet" },
  add: { zh: "发红包", en: "Add a red packet" },
  addHint: {
    zh: "发布时从钱包支付，回复的人领取；24 小时后没领完的退回。匿名帖子不能发红包",
    en: "Paid from your wallet when you publish and shared among those who reply. What is left after 24 hours is returned. Not available for anonymous threads",
  },
  rule: { zh: "金额分配", en: "Shares" },
  FIXED: { zh: "每个一样多", en: "Equal" },
  RANDOM: { zh: "随机金额", en: "Random" },
  each: { zh: "每个金额（元）", en: "Amount per share (yuan)" },
  whole: { zh: "总金额（元）", en: "Total (yuan)" },
  amountWrong: {
    zh: "请填写 0.01 到 200 之间的金额，最多两位小数",
    en: "Enter an amount from 0.01 to 200, with up to two decimals",
  },
  tooFew: { zh: "每个红包至少 0.01 元", en: "Each share must be at least 0.01" },
  count: { zh: "红包个数", en: "Number of shares" },
  countWrong: { zh: "请填写 1 到 100 之间的整数", en: "Enter a whole number from 1 to 100" },
  condition: { zh: "领取条件", en: "Recipients" },
  REPLY: { zh: "回复帖子", en: "Everyone who replies" },
  LIKES: { zh: "回复集赞", en: "Replies with likes" },
  likes: { zh: "需要的赞", en: "Likes needed" },
  likesWrong: { zh: "请填写 1 到 250 之间的整数", en: "Enter a whole number from 1 to 250" },
  total: { zh: (amount: string) => `合计 ${amount}`, en: (amount: string) => `${amount} in total` },
  payTitle: { zh: "支付并发布", en: "Pay and publish" },
  tooLow: { zh: "余额不足，不够支付。", en: "Your balance does not cover this." },
  pay: {
    zh: (amount: string) => `支付 ${amount} 并发布`,
    en: (amount: string) => `Pay ${amount} and publish`,
  },
});
