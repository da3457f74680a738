import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the menu of levels, and of the list of what is watched. */
export const watchTexts = defineTexts({
  threadWATCHING: { zh: "订阅：每条新回复都通知我", en: "Watching: notify me of every new reply" },
  threadNORMAL: { zh: "普通：只在回复或提到我时通知", en: "Normal: notify me only of replies and mentions" },
  threadMUTED: { zh: "免打扰：不再通知", en: "Muted: no notifications" },
  categoryWATCHING: { zh: "订阅：每个新帖子都通知我", en: "Watching: notify me of every new thread" },
  categoryNORMAL: {
    zh: "普通：只在回复或提到我时通知",
    en: "Normal: notify me only of replies and mentions",
  },
  categoryMUTED: {
    zh: "免打扰：不通知，首页不显示",
    en: "Muted: no notifications, hidden from the home page",
  },
  memberWATCHING: {
    zh: "订阅：TA 的每个新帖子都通知我",
    en: "Watching: notify me of each of their new threads",
  },
  memberNORMAL: { zh: "普通：只在回复或提到我时通知", en: "Normal: notify me only of replies and mentions" },
  memberMUTED: {
    zh: "免打扰：不通知，首页不显示 TA 的帖子",
    en: "Muted: no notifications, hidden from the home page",
  },
  topicWATCHING: {
    zh: "订阅：每个带这个话题的新帖子都通知我",
    en: "Watching: notify me of every new thread on this topic",
  },
  topicNORMAL: { zh: "普通：不因为话题通知我", en: "Normal: no notifications for the topic" },
  changed: {
    zh: (level: string) => `已设为“${level}”`,
    en: (level: string) => `Set to “${level}”`,
  },
  keyWATCHING: { zh: "订阅帖子", en: "Watch the thread" },
  keyNORMAL: { zh: "帖子通知设为普通", en: "Normal notifications of the thread" },
  keyMUTED: { zh: "帖子免打扰", en: "Mute the thread" },
  title: { zh: "订阅与免打扰", en: "Watching and muted" },
  THREAD: { zh: "帖子", en: "Threads" },
  CATEGORY: { zh: "板块", en: "Categories" },
  MEMBER: { zh: "成员", en: "Members" },
  TOPIC: { zh: "话题", en: "Topics" },
  levelOf: { zh: (name: string) => `“${name}”的通知`, en: (name: string) => `Notifications of “${name}”` },
  remove: { zh: (name: string) => `移除“${name}”`, en: (name: string) => `Remove “${name}”` },
  gone: { zh: "已不可见的内容", en: "No longer visible" },
  none: { zh: "还没有订阅或免打扰的内容", en: "Nothing watched or muted" },
  noneText: {
    zh: "在帖子、板块、话题或个人主页点铃铛，就可以选择通知的多少。",
    en: "Use the bell on threads, categories, topics and profiles to choose your notifications.",
  },
  replied: { zh: "自动订阅我回复过的帖子", en: "Watch threads that I reply to" },
});
