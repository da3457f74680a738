import { defineTexts } from "../../i18n/texts.ts";

/** Texts of buttons that lead to sign-in providers. */
export const providerTexts = defineTexts({
  ways: { zh: "第三方登录", en: "Other ways to sign in" },
  by: { zh: (label: string) => `使用 ${label} 登录`, en: (label: string) => `Continue with ${label}` },
  or: { zh: "或", en: "or" },
});
