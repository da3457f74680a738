import { defineTexts } from "../i18n/texts.ts";

/** Texts for members in good standing who lack a permission, with what they can do about it. */
export const mayNotTexts = defineTexts({
  like: {
    zh: "你在这里没有点赞权限，可以向管理员了解",
    en: "You have no permission to like here. The administrators can say why.",
  },
  favorite: {
    zh: "你没有收藏权限，可以向管理员了解",
    en: "You have no permission to keep favourites. The administrators can say why.",
  },
});
