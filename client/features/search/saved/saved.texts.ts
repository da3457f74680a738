import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of saved searches. */
export const savedTexts = defineTexts({
  title: { zh: "保存的搜索", en: "Saved searches" },
  saveThis: { zh: "保存搜索", en: "Save this search" },
  isSaved: { zh: "已保存", en: "Saved" },
  dialogTitle: { zh: "保存搜索", en: "Save this search" },
  editTitle: { zh: "保存的搜索", en: "Saved search" },
  name: { zh: "名称", en: "Name" },
  notify: { zh: "有新结果时通知我", en: "Notify me about new results" },
  notifyFor: {
    zh: (name: string) => `“${name}”有新结果时通知我`,
    en: (name: string) => `Notify me about new results for “${name}”`,
  },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "已保存，可在“我的”里查看", en: "Saved. You find it on your page." },
  remove: { zh: "删除", en: "Delete" },
  removed: { zh: "已删除保存的搜索", en: "Saved search deleted" },
  undo: { zh: "撤销", en: "Undo" },
  rename: { zh: "重命名", en: "Rename" },
  manage: { zh: "管理", en: "Manage" },
  newResults: {
    zh: (count: number) => `${count > 99 ? "99+" : count} 条新结果`,
    en: (count: number) => (count > 99 ? "99+ new results" : plural(count, "new result")),
  },
  noNew: { zh: "没有新结果", en: "Nothing new" },
  isBroken: {
    zh: "搜索条件已失效：板块或成员不存在，或者你没有权限",
    en: "This search finds nothing any more: a category or member is gone, or you may not search there",
  },
  savedOn: { zh: "保存于", en: "Saved" },
  empty: { zh: "还没有保存的搜索", en: "No saved searches yet" },
  emptyText: {
    zh: "在搜索结果页保存搜索，有新内容时会通知你。",
    en: "Save a search on the page of its results to hear of what is new.",
  },
  goSearch: { zh: "去搜索", en: "Search" },
});
