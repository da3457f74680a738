import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the pages of topics. */
export const topicTexts = defineTexts({
  title: { zh: "话题", en: "Topics" },
  titleFor: { zh: (name: string) => `#${name} 话题`, en: (name: string) => `#${name}` },
  description: {
    zh: (name: string) => `关于“${name}”的帖子。`,
    en: (name: string) => `Threads about “${name}”.`,
  },
  introduction: {
    zh: "在正文里写下 #话题#，帖子就会出现在话题页。",
    en: "Write #topic# in a post to add it to the topic’s page.",
  },
  orders: { zh: "排序", en: "Order" },
  recommended: { zh: "推荐", en: "Recommended" },
  hot: { zh: "热门", en: "Hot" },
  newest: { zh: "最新", en: "Newest" },
  reply: { zh: "最新回复", en: "Last reply" },
  search: { zh: "搜索", en: "Search" },
  searchLabel: { zh: "搜索话题", en: "Search topics" },
  threads: { zh: (count: number) => `${count} 个帖子`, en: (count: number) => plural(count, "thread") },
  views: { zh: (count: string) => `${count} 次浏览`, en: (count: string) => plural(count, "view") },
  since: { zh: "创建于", en: "since" },
  list: { zh: "这个话题的帖子", en: "Threads of this topic" },
  share: { zh: "分享", en: "Share" },
  linkCopied: { zh: "链接已复制", en: "Link copied" },
  copyFailed: {
    zh: "没能复制，请从地址栏复制链接",
    en: "Could not copy. Copy the link from the address bar",
  },
  publish: { zh: "参与话题", en: "New thread on this topic" },
  all: { zh: "全部话题", en: "All topics" },
  emptyTitle: { zh: "还没有话题", en: "No topics yet" },
  emptyFound: { zh: "没有这样的话题", en: "No such topic" },
  emptyFoundHint: {
    zh: "换个说法，或者发一个帖子来开启它。",
    en: "Try another word, or start it with a new thread.",
  },
  newThread: { zh: "发帖", en: "New thread" },
  emptyThreads: { zh: "这里还没有你能看到的帖子", en: "Nothing here for you to read yet" },
});
