import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the administration of threads. */
export const threadsAdminTexts = defineTexts({
  lists: { zh: "内容列表", en: "Lists" },
  live: { zh: "已发布", en: "Published" },
  pending: { zh: "待审核", en: "Waiting" },
  hidden: { zh: "已隐藏", en: "Hidden" },
  deleted: { zh: "回收站", en: "Recycle bin" },
  category: { zh: "板块", en: "Category" },
  allCategories: { zh: "全部板块", en: "All categories" },
  state: { zh: "标记", en: "Mark" },
  any: { zh: "不限", en: "Any" },
  essence: { zh: "精华", en: "Featured" },
  sticky: { zh: "置顶", en: "Pinned" },
  author: { zh: "作者", en: "Author" },
  authorHint: { zh: "编号或昵称", en: "Id or nickname" },
  from: { zh: "发布不早于", en: "Published from" },
  before: { zh: "发布早于", en: "Published before" },
  word: { zh: "关键词", en: "Word" },
  filter: { zh: "筛选", en: "Filter" },
  reset: { zh: "清除条件", en: "Clear" },
  wordNote: {
    zh: "按关键词查找时，其他条件不生效",
    en: "A word is looked for everywhere: other filters rest",
  },
  noAuthor: { zh: "没有这位成员", en: "There is no such member" },
  title: { zh: "帖子", en: "Thread" },
  replies: { zh: "回复", en: "Replies" },
  views: { zh: "浏览", en: "Views" },
  published: { zh: "发布", en: "Published" },
  select: { zh: (title: string) => `选择“${title}”`, en: (title: string) => `Select “${title}”` },
  selectAll: { zh: "全选本页", en: "Select the page" },
  done: {
    zh: (count: number) => `已处理 ${count} 个帖子`,
    en: (count: number) => `${plural(count, "thread")} changed`,
  },
  undo: { zh: "全部撤销", en: "Undo all" },
  undone: { zh: "已撤销", en: "Undone" },
  anonymous: { zh: "匿名", en: "Anonymous" },
  nothing: { zh: "没有符合条件的帖子", en: "No threads match" },
});
