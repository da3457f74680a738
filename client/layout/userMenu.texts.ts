import { defineTexts } from "../i18n/texts.ts";

/** Texts of the member's menu. */
export const userMenuTexts = defineTexts({
  settings: { zh: "设置", en: "Settings" },
  favorites: { zh: "收藏", en: "Bookmarks" },
  drafts: { zh: "草稿", en: "Drafts" },
  signOut: { zh: "退出登录", en: "Sign out" },
});
