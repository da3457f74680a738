import type { Locale } from "../../../../core/locale.ts";
import { NotificationReason } from "../../inbox/notification.entity.ts";

/** Texts around the notifications in messages that leave the site, in both languages. */
interface MessageTexts {
  readonly why: Readonly<Record<NotificationReason, string>>;
  readonly whyMessage: string;
  readonly whyRoom: string;
  readonly whyDigest: string;
  readonly whyVerify: string;
  readonly whyLabel: string;
  readonly open: string;
  readonly greeting: (nickname: string) => string;
  readonly several: (site: string, count: number) => string;
  readonly messageTitle: (site: string) => string;
  readonly message: (from: string, count: number) => string;
  readonly roomTitle: (site: string) => string;
  /** `room` is empty if the name is not shown. */
  readonly roomMessage: (room: string, count: number) => string;
  readonly roomLine: (author: string, text: string) => string;
  readonly picture: string;
  readonly digestTitle: (site: string) => string;
  readonly digestThreads: string;
  readonly digestUnread: (notifications: number, messages: number) => string;
  readonly digestCounts: (replies: number, likes: number) => string;
  readonly verifyTitle: (site: string) => string;
  readonly verify: (site: string) => string;
  readonly verifyTaken: (site: string) => string;
  readonly verifyIgnore: string;
  readonly verifyOpen: string;
  readonly stop: string;
  readonly settings: string;
}

const ZH: MessageTexts = {
  why: {
    [NotificationReason.ANSWERED]: "有人回复了你写的内容",
    [NotificationReason.AUTHOR]: "这与你发布的内容有关",
    [NotificationReason.MENTIONED]: "有人提到了你",
    [NotificationReason.WATCHED_THREAD]: "你订阅了这个帖子",
    [NotificationReason.WATCHED_CATEGORY]: "你订阅了这个板块",
    [NotificationReason.WATCHED_MEMBER]: "你订阅了这位成员",
    [NotificationReason.WATCHED_TOPIC]: "你订阅了其中的话题",
    [NotificationReason.SAVED_SEARCH]: "你保存了这个搜索",
    [NotificationReason.REPORTED]: "你举报了它",
    [NotificationReason.ACCOUNT]: "这与你的账号有关",
    [NotificationReason.MONEY]: "这与你的资金有关",
  },
  whyMessage: "有人给你发来私信",
  whyRoom: "你是这个群聊的成员",
  whyDigest: "你有一段时间没有来访",
  whyVerify: "有人在账号设置中填写了这个邮箱地址",
  whyLabel: "收到原因：",
  open: "查看",
  greeting: (nickname) => `${nickname}，你好：`,
  several: (site, count) => `[${site}] ${count} 条新通知`,
  messageTitle: (site) => `[${site}] 新私信`,
  message: (from, count) => (count > 1 ? `${from} 给你发来 ${count} 条私信` : `${from} 给你发来一条私信`),
  roomTitle: (site) => `[${site}] 群聊新消息`,
  roomMessage: (room, count) => `${room ? `群聊「${room}」` : "群聊"}有 ${count} 条新消息`,
  roomLine: (author, text) => `${author}：${text}`,
  picture: "[图片]",
  digestTitle: (site) => `[${site}] 你错过的精彩内容`,
  digestThreads: "近期热门帖子",
  digestUnread: (notifications, messages) =>
    [notifications > 0 ? `${notifications} 条未读通知` : "", messages > 0 ? `${messages} 条未读私信` : ""]
      .filter(Boolean)
      .join("，"),
  digestCounts: (replies, likes) => `${replies} 条回复 · ${likes} 个赞`,
  verifyTitle: (site) => `[${site}] 请验证你的邮箱`,
  verify: (site) => `请打开下面的链接，确认在 ${site} 使用这个邮箱接收通知。链接 24 小时内有效。`,
  verifyTaken: (site) => `这个邮箱已经用于 ${site} 的另一个账号，因此没有改动。`,
  verifyIgnore: "如果这不是你本人的操作，请忽略这封邮件。",
  verifyOpen: "验证邮箱",
  stop: "不再接收此类邮件",
  settings: "通知设置",
};

const EN: MessageTexts = {
  why: {
    [NotificationReason.ANSWERED]: "somebody answered what you wrote",
    [NotificationReason.AUTHOR]: "it happened to what you wrote",
    [NotificationReason.MENTIONED]: "you were mentioned",
    [NotificationReason.WATCHED_THREAD]: "you watch this thread",
    [NotificationReason.WATCHED_CATEGORY]: "you watch this category",
    [NotificationReason.WATCHED_MEMBER]: "you watch this member",
    [NotificationReason.WATCHED_TOPIC]: "you watch a topic of it",
    [NotificationReason.SAVED_SEARCH]: "you saved this search",
    [NotificationReason.REPORTED]: "you reported it",
    [NotificationReason.ACCOUNT]: "it is about your account",
    [NotificationReason.MONEY]: "it is about your money",
  },
  whyMessage: "somebody wrote to you",
  whyRoom: "you are a member of this group chat",
  whyDigest: "you have not been here for a while",
  whyVerify: "somebody entered this address in the settings of an account",
  whyLabel: "Why you get this: ",
  open: "Open",
  greeting: (nickname) => `Hello ${nickname},`,
  several: (site, count) => `[${site}] ${count} new notifications`,
  messageTitle: (site) => `[${site}] New private message`,
  message: (from, count) =>
    count > 1 ? `${from} sent you ${count} private messages` : `${from} sent you a private message`,
  roomTitle: (site) => `[${site}] New messages in a group chat`,
  roomMessage: (room, count) =>
    `${count} new ${count === 1 ? "message" : "messages"} in ${room ? `the group chat “${room}”` : "a group chat"}`,
  roomLine: (author, text) => `${author}: ${text}`,
  picture: "[picture]",
  digestTitle: (site) => `[${site}] What you missed`,
  digestThreads: "Popular lately",
  digestUnread: (notifications, messages) =>
    [
      notifications > 0
        ? `${notifications} unread ${notifications === 1 ? "notification" : "notifications"}`
        : "",
      messages > 0 ? `${messages} unread private ${messages === 1 ? "message" : "messages"}` : "",
    ]
      .filter(Boolean)
      .join(", "),
  digestCounts: (replies, likes) =>
    `${replies} ${replies === 1 ? "reply" : "replies"} · ${likes} ${likes === 1 ? "like" : "likes"}`,
  verifyTitle: (site) => `[${site}] Please confirm your address`,
  verify: (site) =>
    `Open this link to confirm that ${site} may send notifications to this address. It works for 24 hours.`,
  verifyTaken: (site) =>
    `This address belongs to another account of ${site} already, so nothing was changed.`,
  verifyIgnore: "If it was not you, ignore this mail.",
  verifyOpen: "Confirm the address",
  stop: "Stop mails like this",
  settings: "Settings of notifications",
};

/** The words of messages in a language. */
export function messageTexts(locale: Locale): MessageTexts {
  return locale === "en" ? EN : ZH;
}
