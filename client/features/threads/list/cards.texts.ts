import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of thread lists and their rows, beyond those of the thread itself. */
export const cardTexts = defineTexts({
  pending: { zh: "待审核", en: "Waiting for approval" },
  ignored: { zh: "未通过审核", en: "Not approved" },
  deleted: { zh: "已删除", en: "Deleted" },
  views: { zh: "浏览", en: "Views" },
  replies: { zh: "回复", en: "Replies" },
  replyCount: {
    zh: (count: string) => `${count} 条回复`,
    en: (count: string) => plural(count, "reply", "replies"),
  },
  pictureCount: {
    zh: (count: number) => `共 ${count} 张图片`,
    en: (count: number) => plural(count, "picture"),
  },
  redPacket: { zh: "红包", en: "Red packet" },
  bounty: { zh: "悬赏", en: "Bounty" },
  poll: { zh: "投票", en: "Poll" },
  unread: { zh: (count: number) => `${count} 条新回复`, en: (count: number) => `${count} new` },
  unreadLong: {
    zh: (count: number) => `上次看过后有 ${count} 条新回复，从那里读起`,
    en: (count: number) => `${count} new replies since your last visit. Continue reading there`,
  },
  replied: { zh: (name: string) => `${name} 回复`, en: (name: string) => `by ${name}` },
  participants: {
    zh: (names: string) => `最近回复：${names}`,
    en: (names: string) => `Last to reply: ${names}`,
  },
  like: { zh: (count: number) => `赞，已有 ${count} 个`, en: (count: number) => `Like, ${count} so far` },
  moreFiles: {
    zh: (count: number) => `还有 ${count} 个附件`,
    en: (count: number) => plural(count, "more file"),
  },
  list: { zh: "帖子列表", en: "Thread lists" },
  next: { zh: "下一个帖子", en: "Next thread" },
  previous: { zh: "上一个帖子", en: "Previous thread" },
  open: { zh: "打开选中的帖子", en: "Open the selected thread" },
});
