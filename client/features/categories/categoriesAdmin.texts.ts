import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of categories. */
export const categoriesAdminTexts = defineTexts({
  categories: { zh: "板块", en: "Categories" },
  newCategory: { zh: "新建板块", en: "New category" },
  editCategory: { zh: "编辑板块", en: "Edit category" },
  nothing: { zh: "还没有板块", en: "There are no categories yet" },
  name: { zh: "名称", en: "Name" },
  nameNeeded: { zh: "请填写名称", en: "It needs a name" },
  threads: { zh: "帖子", en: "Threads" },
  actions: { zh: "操作", en: "Actions" },
  description: { zh: "简介", en: "Description" },
  icon: { zh: "图标", en: "Icon" },
  iconHint: { zh: "一个表情，或图片地址", en: "An emoji, or the address of a picture" },
  color: { zh: "颜色", en: "Colour" },
  colorHint: {
    zh: "写作 #3d50d6；留空则随上级，或由论坛选一种。两种外观下会自动调到看得清。",
    en: "Such as #3d50d6. Empty: the parent's, or one that the forum picks. It is fitted to both themes.",
  },
  colorWrong: { zh: "请写作 # 加六位，如 #3d50d6", en: "Write # and six digits, such as #3d50d6" },
  sort: { zh: "排序", en: "Order" },
  sortHint: { zh: "数字小的排在前面", en: "Smaller numbers come first" },
  parent: { zh: "上级板块", en: "Parent" },
  noParent: { zh: "无（一级板块）", en: "None (top level)" },
  count: {
    zh: (count: number) => `共 ${count} 个板块`,
    en: (count: number) => plural(count, "category", "categories"),
  },
  threadCount: {
    zh: (count: number) => `${count} 个帖子`,
    en: (count: number) => plural(count, "thread"),
  },
  deleteQuestion: { zh: (name: string) => `删除板块“${name}”？`, en: (name: string) => `Delete “${name}”?` },
  deleteText: {
    zh: "只有空的板块能删除；删除后可以撤销。",
    en: "Only what is empty can be deleted. This can be undone.",
  },
  hasThreads: {
    zh: (name: string) => `“${name}”里还有帖子（也可能在回收站里），请先在“内容”里把它们移到别的板块。`,
    en: (name: string) =>
      `“${name}” still holds threads, perhaps in the recycle bin. Move them elsewhere first, under Content.`,
  },
  hasChildren: {
    zh: (name: string) => `“${name}”下面还有板块，请先移走或删除它们。`,
    en: (name: string) => `“${name}” has categories below it. Move or delete these first.`,
  },
  showThreads: { zh: "查看帖子", en: "Show them" },
  saved: { zh: "已保存", en: "Saved" },
});
