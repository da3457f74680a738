import { defineTexts } from "../../i18n/texts.ts";

/** Texts about what was done after a sign-in, as its page announced. */
export const goOnTexts = defineTexts({
  liked: { zh: "已送出你的赞", en: "Your like is given" },
  kept: { zh: "已收藏", en: "Kept among your favourites" },
  followed: { zh: "已关注", en: "You follow them now" },
});
