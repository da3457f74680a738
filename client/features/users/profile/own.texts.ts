import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the personal centre alone. */
export const ownTexts = defineTexts({
  wallet: { zh: "钱包", en: "Wallet" },
  invite: { zh: "邀请", en: "Invite" },
  purchases: { zh: "购买", en: "Purchases" },
});
