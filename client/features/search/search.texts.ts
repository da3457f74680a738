import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the search page. */
export const searchTexts = defineTexts({
  title: { zh: "搜索", en: "Search" },
  titleFor: {
    zh: (keyword: string) => `“${keyword}”的搜索结果`,
    en: (keyword: string) => `Results for “${keyword}”`,
  },
  placeholder: { zh: "搜索主题、回复、话题和成员", en: "Search threads, replies, topics and members" },
  search: { zh: "搜索", en: "Search" },
  kinds: { zh: "搜索范围", en: "Where to search" },
  threads: { zh: "主题", en: "Threads" },
  replies: { zh: "回复", en: "Replies" },
  members: { zh: "成员", en: "Members" },
  topics: { zh: "话题", en: "Topics" },
  suggestions: { zh: "搜索建议", en: "Suggestions" },
  recent: { zh: "最近搜索", en: "Recent searches" },
  forget: { zh: "清空", en: "Clear" },
  trending: { zh: "热门话题", en: "Trending topics" },
  popular: { zh: "热门主题", en: "Popular threads" },
  active: { zh: "活跃成员", en: "Active members" },
  emptyTitle: { zh: "没有找到相关内容", en: "Nothing found" },
  emptyHint: {
    zh: "换个说法，缩短关键词，或者到其他范围里看看。",
    en: "Try other words, fewer of them, or search somewhere else.",
  },
  publishInstead: { zh: "发布主题问问大家", en: "Ask in a new thread" },
  inThread: { zh: "回复于", en: "Reply in" },
  floor: { zh: (number: number) => `${number} 楼`, en: (number: number) => `#${number}` },
  threadCount: { zh: (count: number) => `${count} 个主题`, en: (count: number) => `${count} threads` },
  anonymous: { zh: "匿名用户", en: "Anonymous" },
  replyCount: { zh: (count: string) => `${count} 条回复`, en: (count: string) => `${count} replies` },
  fansCount: { zh: (count: number) => `${count} 个粉丝`, en: (count: number) => `${count} fans` },
  noSignature: { zh: "还没有签名", en: "No signature yet" },
});
