import { defineTexts } from "../../i18n/texts.ts";

/** Texts about what was done after a sign-in, as its page announced. */
export const goOnTexts = defineTexts({
  liked: { zh: "已送出你的赞", en: "Liked" },
  kept: { zh: "已收藏", en: "Bookmarked" },
  followed: { zh: "已关注", en: "Following" },
});
