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
    en: "Write #topic# in a text, and the thread appears on the page of that topic.",
  },
  orders: { zh: "排序", en: "Order" },
  recommended: { zh: "推荐", en: "Recommended" },
  hot: { zh: "热门", en: "Hot" },
  newest: { zh: "最新", en: "Newest" },
  reply: { zh: "最新回复", en: "Last reply" },
  search: { zh: "搜索", en: "Search" },
  searchLabel: { zh: "搜索话题", en: "Search topics" },
  threads: { zh: (count: number) => `${count} 个帖子`, en: (count: number) => `${count} threads` },
  views: { zh: (count: string) => `${count} 次浏览`, en: (count: string) => `${count} views` },
  since: { zh: "创建于", en: "since" },
  list: { zh: "这个话题的帖子", en: "Threads of this topic" },
  share: { zh: "分享", en: "Share" },
  linkCopied: { zh: "链接已复制", en: "Link copied" },
  copyFailed: {
    zh: "没能复制，请从地址栏复制链接",
    en: "Could not copy. Take the link from the address bar",
  },
  publish: { zh: "参与话题", en: "New thread with it" },
  all: { zh: "全部话题", en: "All topics" },
  emptyTitle: { zh: "还没有话题", en: "No topics yet" },
  emptyFound: { zh: "没有这样的话题", en: "No such topic" },
  emptyFoundHint: {
    zh: "换个说法，或者发一个帖子来开启它。",
    en: "Try another word, or start it with a thread of your own.",
  },
  newThread: { zh: "发帖", en: "New thread" },
  emptyThreads: { zh: "这里还没有你能看到的帖子", en: "Nothing here that you may read yet" },
});
