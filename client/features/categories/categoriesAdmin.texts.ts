import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of categories. */
export const categoriesAdminTexts = defineTexts({
  categories: { zh: "版块", en: "Categories" },
  newCategory: { zh: "新建版块", en: "New category" },
  editCategory: { zh: "编辑版块", en: "Edit category" },
  name: { zh: "名称", en: "Name" },
  description: { zh: "简介", en: "Description" },
  icon: { zh: "图标", en: "Icon" },
  iconHint: { zh: "一个表情，或图片地址", en: "An emoji, or the address of a picture" },
  sort: { zh: "排序", en: "Order" },
  sortHint: { zh: "数字小的排在前面", en: "Smaller numbers come first" },
  parent: { zh: "上级版块", en: "Parent" },
  noParent: { zh: "无（一级版块）", en: "None (top level)" },
  threadCount: { zh: (count: number) => `${count} 个主题`, en: (count: number) => `${count} threads` },
  deleteQuestion: { zh: (name: string) => `删除版块“${name}”？`, en: (name: string) => `Delete “${name}”?` },
  saved: { zh: "已保存", en: "Saved" },
});
