import { defineTexts } from "../i18n/texts.ts";

/** Texts for members in good standing who lack a permission, with what they can do about it. */
export const mayNotTexts = defineTexts({
  like: {
    zh: "你在这里没有点赞权限，可以向管理员了解",
    en: "You do not have permission to like here. Please contact the administrators.",
  },
  favorite: {
    zh: "你没有收藏权限，可以向管理员了解",
    en: "You do not have permission to bookmark threads. Please contact the administrators.",
  },
});
