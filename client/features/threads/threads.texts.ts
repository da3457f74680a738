import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of thread cards and of the page of a thread. */
export const threadTexts = defineTexts({
  anonymous: { zh: "匿名用户", en: "Anonymous" },
  pinned: { zh: "置顶", en: "Pinned" },
  paid: { zh: "付费", en: "Paid" },
  solved: { zh: "已解决", en: "Solved" },
  essence: { zh: "精华", en: "Featured" },
  likes: { zh: "赞", en: "Likes" },
  viewCount: { zh: (count: string) => `${count} 次浏览`, en: (count: string) => plural(count, "view") },
  likeCount: { zh: (count: string) => `${count} 个赞`, en: (count: string) => plural(count, "like") },
  edited: { zh: "编辑于", en: "edited" },
  category: { zh: "板块", en: "Category" },
  position: { zh: "位置", en: "Place" },
  like: { zh: "赞", en: "Like" },
  favorite: { zh: "收藏", en: "Bookmark" },
  share: { zh: "分享", en: "Share" },
  threadTools: { zh: "帖子操作", en: "Thread tools" },
  manage: { zh: "更多操作", en: "More actions" },
  deletedNotice: {
    zh: "这个帖子已被删除，只有你和管理人员能看到。",
    en: "This thread is deleted. Only you and moderators can see it.",
  },
  lockedNotice: {
    zh: (reason: string) => (reason ? `帖子已锁定，不能再回复：${reason}` : "帖子已锁定，不能再回复"),
    en: (reason: string) => (reason ? `Locked, no more replies: ${reason}` : "Locked, no more replies"),
  },
  solution: {
    zh: (number: number) => `查看采纳的答案（${number} 楼）`,
    en: (number: number) => `Go to the accepted answer (#${number})`,
  },
  pendingNotice: {
    zh: "这个帖子正在等待审核，通过后其他人才能看到。",
    en: "This thread is waiting for approval. Others will see it once it is approved.",
  },
  reportedNotice: {
    zh: "有成员举报，版主处理前已隐藏。",
    en: "Reported, so it is hidden until a moderator decides.",
  },
  ignoredNotice: {
    zh: "这个帖子没有通过审核，其他人看不到它。",
    en: "This thread was not approved. Others cannot see it.",
  },
  pageOf: { zh: (page: number) => `第 ${page} 页`, en: (page: number) => `Page ${page}` },
  threads: { zh: "帖子", en: "Threads" },
  fans: { zh: "粉丝", en: "Followers" },
  toLast: { zh: "最新回复", en: "Newest reply" },
  by: { zh: "作者", en: "Author" },
});
