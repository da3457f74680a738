import { defineTexts } from "../i18n/texts.ts";

/** Texts of the keys of every page. */
export const shortcutTexts = defineTexts({
  everywhere: { zh: "所有页面", en: "On every page" },
  help: { zh: "打开快捷键说明", en: "Show keyboard shortcuts" },
  search: { zh: "搜索", en: "Search" },
  newThread: { zh: "发帖", en: "New thread" },
  goHome: { zh: "去首页", en: "Go to home" },
  goLatest: { zh: "去最新回复", en: "Go to latest replies" },
  goNew: { zh: "去最新发布", en: "Go to newest threads" },
  goTop: { zh: "去热门", en: "Go to hot threads" },
  goMine: { zh: "去个人中心", en: "Go to your profile" },
  goFavorites: { zh: "去收藏", en: "Go to bookmarks" },
  goDrafts: { zh: "去草稿箱", en: "Go to drafts" },
  goMessages: { zh: "去消息", en: "Go to messages" },
});
