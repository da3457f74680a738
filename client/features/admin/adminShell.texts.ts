import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the frame around the pages of the administration. */
export const adminShellTexts = defineTexts({
  administration: { zh: "管理后台", en: "Administration" },
  daily: { zh: "日常", en: "Daily work" },
  people: { zh: "成员", en: "People" },
  money: { zh: "财务", en: "Money" },
  site: { zh: "站点", en: "Site" },
  tools: { zh: "开发与迁移", en: "Development and migration" },
  menu: { zh: "后台菜单", en: "Administration menu" },
  search: { zh: "搜索设置和页面", en: "Search settings and pages" },
  searchShort: { zh: "搜索", en: "Search" },
  searchHint: { zh: "输入名称或键名，例如 site_name", en: "A name or a key, such as site_name" },
  nothingFound: { zh: "没有匹配的页面或设置", en: "No matching pages or settings" },
  pages: { zh: "页面", en: "Pages" },
  settings: { zh: "设置", en: "Settings" },
  api: { zh: "API", en: "API" },
  waiting: {
    zh: (count: number) => `，${count} 项待处理`,
    en: (count: number) => `, ${count} waiting`,
  },
  showApiNotes: { zh: "显示 API 说明", en: "Show API notes" },
  hideApiNotes: { zh: "隐藏 API 说明", en: "Hide API notes" },
  apiNote: {
    zh: "这个页面的操作也可以通过 API 完成：",
    en: "The API does the same as this page:",
  },
  tryIt: { zh: "在 GraphiQL 中打开", en: "Open in GraphiQL" },
});
