import { defineTexts } from "../../i18n/texts.ts";

/** Texts of signing in with a passkey. */
export const passkeyTexts = defineTexts({
  signIn: { zh: "使用通行密钥登录", en: "Sign in with a passkey" },
  unknown: { zh: "此浏览器不支持通行密钥", en: "This browser does not support passkeys." },
});
