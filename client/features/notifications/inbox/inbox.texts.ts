import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the lists of notifications. */
export const inboxTexts = defineTexts({
  account: { zh: "账号消息", en: "Account" },
  financial: { zh: "财务通知", en: "Payments" },
  thread: { zh: "帖子通知", en: "Threads" },
  noNotifications: { zh: "还没有通知", en: "Nothing here yet" },
  noNotificationsText: { zh: "与你有关的消息会出现在这里。", en: "What concerns you will appear here." },
  markAll: { zh: "全部已读", en: "Mark all as read" },
  markedAll: {
    zh: (count: number) => `已将 ${count} 条标为已读`,
    en: (count: number) => `${count} marked as read`,
  },
  deleted: { zh: "已删除 1 条", en: "1 deleted" },
  tooLate: { zh: "已超过可撤销的时间", en: "It is too late to undo this." },
  undo: { zh: "撤销", en: "Undo" },
  markRead: { zh: "标为已读", en: "Mark as read" },
  markUnread: { zh: "标为未读", en: "Mark as unread" },
  more: { zh: "更多操作", en: "More" },
  choices: { zh: "更改接收哪些通知", en: "Change what I hear of" },
  isUnread: { zh: "未读", en: "Unread" },
  whyLabel: { zh: "为什么收到：", en: "Why you got this: " },
  ANSWERED: { zh: "对方回应了你", en: "it answers you" },
  AUTHOR: { zh: "这是你发布的内容", en: "you wrote it" },
  MENTIONED: { zh: "对方提到了你", en: "you were mentioned" },
  WATCHED_THREAD: { zh: "你订阅了帖子", en: "you watch the thread" },
  WATCHED_CATEGORY: { zh: "你订阅了板块", en: "you watch the category" },
  WATCHED_MEMBER: { zh: "你订阅了成员", en: "you watch the member" },
  colon: { zh: "：", en: ": " },
  change: { zh: "更改", en: "Change" },
  ACCOUNT: { zh: "这与你的账号有关", en: "it is about your account" },
  MONEY: { zh: "这与你的钱包有关", en: "it is about your money" },
});
