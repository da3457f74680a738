import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the message centre. */
export const messageTexts = defineTexts({
  title: { zh: "消息中心", en: "Inbox" },
  entries: { zh: "消息分类", en: "Message types" },
  index: { zh: "私信", en: "Chats" },
  account: { zh: "账号消息", en: "Account" },
  financial: { zh: "财务通知", en: "Payments" },
  thread: { zh: "帖子通知", en: "Threads" },
  unread: {
    zh: (count: number) => `${count} 条未读`,
    en: (count: number) => `${count} unread`,
  },
  noDialogs: { zh: "还没有私信", en: "No private messages yet" },
  noDialogsText: {
    zh: "在别人的个人主页点“私信”，就可以开始聊天。",
    en: "Open a profile and choose “Message” to start.",
  },
  you: { zh: "你：", en: "You: " },
  picture: { zh: "[图片]", en: "[Picture]" },
  removed: { zh: "[已移除的消息]", en: "[Removed message]" },
});

/** Texts of a private chat. */
export const chatTexts = defineTexts({
  chatWith: { zh: (name: string) => `与 ${name} 的私信`, en: (name: string) => `Chat with ${name}` },
  back: { zh: "返回私信列表", en: "Back to all chats" },
  placeholder: { zh: "写点什么…", en: "Write a message…" },
  send: { zh: "发送", en: "Send" },
  emoji: { zh: "表情", en: "Emoji" },
  picture: { zh: "发送图片", en: "Send a picture" },
  pictureAlt: { zh: (name: string) => `${name} 发送的图片`, en: (name: string) => `Picture from ${name}` },
  ownPicture: { zh: "你发送的图片", en: "Picture from you" },
  more: { zh: "更多操作", en: "More" },
  colon: { zh: "：", en: ": " },
  report: { zh: "举报这条消息", en: "Report this message" },
  removed: { zh: "这条消息已被管理员移除", en: "Removed by an administrator" },
  fromBlocked: { zh: "已屏蔽成员的消息", en: "Message from a blocked member" },
  sending: { zh: "发送中…", en: "Sending…" },
  failed: { zh: "发送失败", en: "Not sent" },
  again: { zh: "重新发送", en: "Send again" },
  discard: { zh: "放弃", en: "Discard" },
  read: { zh: "已读", en: "Read" },
  delivered: { zh: "未读", en: "Sent" },
  fromYou: { zh: "你：", en: "You: " },
  from: { zh: (name: string) => `${name}：`, en: (name: string) => `${name}: ` },
  news: {
    zh: (count: number) => `${count} 条新消息`,
    en: (count: number) => plural(count, "new message"),
  },
  toEnd: { zh: "回到最新消息", en: "Jump to the newest message" },
  older: { zh: "查看更早的消息", en: "Earlier messages" },
  empty: { zh: "打个招呼吧", en: "Say hello" },
  emptyText: { zh: "你们还没有聊过天。", en: "You have not messaged each other yet." },
  history: { zh: "聊天记录", en: "Messages" },
  deleteDialog: { zh: "删除聊天", en: "Delete chat" },
  deleteQuestion: { zh: "删除这段聊天？", en: "Delete this chat?" },
  deleteText: {
    zh: "只会从你这里删除，对方仍能看到。",
    en: "It is deleted only for you; the other member keeps it.",
  },
  profile: { zh: "查看主页", en: "Profile" },
  hint: { zh: "Enter 发送，Shift + Enter 换行", en: "Enter to send, Shift + Enter for a new line" },
  CANNOT_MESSAGE_SELF: { zh: "不能给自己发私信", en: "You cannot message yourself." },
  MESSAGES_OFF: { zh: "站点已关闭私信功能", en: "Private messages are switched off." },
  FORBIDDEN: {
    zh: "你没有发送私信的权限，可以向管理员了解",
    en: "You do not have permission to send private messages. Please contact the administrators.",
  },
  BLOCKED_BY_YOU: { zh: "你已屏蔽对方，解除屏蔽后才能发送", en: "You have blocked this member." },
  BLOCKED_YOU: { zh: "对方已将你屏蔽，无法发送私信", en: "This member has blocked you." },
});
