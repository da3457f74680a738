import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts for finding the way in a long thread. */
export const readingTexts = defineTexts({
  timeline: { zh: "阅读进度", en: "Position in the thread" },
  position: {
    zh: (number: number, last: number) => `第 ${number} 楼，共 ${last} 楼`,
    en: (number: number, last: number) => `Reply ${number} of ${last}`,
  },
  start: { zh: "开头", en: "Start" },
  end: { zh: "最新", en: "Newest" },
  unread: { zh: "未读处", en: "First unread" },
  jumpTitle: { zh: "跳到楼层", en: "Go to reply" },
  jump: { zh: "跳转", en: "Go" },
  contents: { zh: "目录", en: "Contents" },
  related: { zh: "相关帖子", en: "Related threads" },
  replyCount: {
    zh: (count: number) => `${count} 条回复`,
    en: (count: number) => plural(count, "reply", "replies"),
  },
  close: { zh: "关闭", en: "Close" },
  backTo: {
    zh: (number: number) => `回到上次读到的 ${number} 楼`,
    en: (number: number) => `Back to #${number}, where you left off`,
  },
  dismiss: { zh: "不用了", en: "Dismiss" },
  newReplies: {
    zh: (count: number) => `${count} 条新回复，点击查看`,
    en: (count: number) => (count === 1 ? "1 new reply. Show it" : `${count} new replies. Show them`),
  },
  keys: { zh: "帖子页", en: "In a thread" },
  next: { zh: "下一条回复", en: "Next reply" },
  previous: { zh: "上一条回复", en: "Previous reply" },
  like: { zh: "点赞", en: "Like" },
  favorite: { zh: "收藏帖子", en: "Bookmark" },
  reply: { zh: "回复", en: "Reply" },
  quoteKey: { zh: "引用选中的文字", en: "Quote the selection" },
  edit: { zh: "编辑", en: "Edit" },
  goTo: { zh: "跳到楼层", en: "Go to reply…" },
  lastUnread: { zh: "到第一条未读回复", en: "Go to the first unread reply" },
});
