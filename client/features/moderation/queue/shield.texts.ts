import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the shield in the header. */
export const shieldTexts = defineTexts({
  review: { zh: "审核", en: "Review" },
  waiting: {
    zh: (count: number) => `${count} 项待审核`,
    en: (count: number) => `${count} ${count === 1 ? "item waits" : "items wait"} for review`,
  },
});
