import { defineTexts } from "../../i18n/texts.ts";

/** What the home page and the pages of categories say. */
export const homeTexts = defineTexts({
  home: { zh: "首页", en: "Home" },
  latestReply: { zh: "全部", en: "All" },
  newest: { zh: "最新", en: "Newest" },
  hot: { zh: "热门", en: "Hot" },
  essence: { zh: "精华", en: "Featured" },
  followed: { zh: "关注", en: "Following" },
  lists: { zh: "主题列表", en: "Thread lists" },
  types: { zh: "内容类型", en: "Kind of content" },
  anyType: { zh: "不限", en: "Any" },
  text: { zh: "文字", en: "Text" },
  pictures: { zh: "图片", en: "Pictures" },
  attachments: { zh: "附件", en: "Files" },
  pinned: { zh: "置顶", en: "Pinned" },
  welcome: { zh: "欢迎来到这里，说说你的想法吧。", en: "Welcome. Tell us what is on your mind." },
  publish: { zh: "发布主题", en: "New thread" },
  publishHint: {
    zh: "有想法、有问题、有收获？写下来，大家一起聊。",
    en: "An idea, a question, something you learned? Write it down and talk about it.",
  },
  signInToPublish: { zh: "登录后发布", en: "Sign in to publish" },
  statistics: { zh: "本站数据", en: "This forum" },
  threads: { zh: "主题", en: "Threads" },
  replies: { zh: "回复", en: "Replies" },
  members: { zh: "成员", en: "Members" },
  emptyTitle: { zh: "这里还没有主题", en: "No threads here yet" },
  emptyHint: { zh: "发布第一个主题，开个好头。", en: "Publish the first one and get the talk going." },
  emptyFollowedTitle: { zh: "你关注的人还没有发布主题", en: "The people you follow have not published yet" },
  emptyFollowedHint: {
    zh: "去热门主题里看看，关注感兴趣的人。",
    en: "Look through the hot threads and follow whoever interests you.",
  },
  emptyFilteredTitle: { zh: "没有符合条件的主题", en: "No thread matches" },
  emptyFilteredHint: {
    zh: "换一个条件，或看看全部主题。",
    en: "Try another filter, or look at all threads.",
  },
  showAll: { zh: "看看全部主题", en: "All threads" },
  showHot: { zh: "看看热门主题", en: "Hot threads" },
  notFoundTitle: { zh: "没有这个分类", en: "There is no such category" },
  notFoundHint: {
    zh: "它可能已被删除，或者你还没有权限查看。",
    en: "It may have been removed, or you may not be allowed to see it.",
  },
  backHome: { zh: "回到首页", en: "Back to the home page" },
});
