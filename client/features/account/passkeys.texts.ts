import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the passkeys of the account. */
export const passkeysTexts = defineTexts({
  title: { zh: "通行密钥", en: "Passkeys" },
  hint: {
    zh: "用指纹、面容或设备密码登录，不必输入密码，也不会被钓鱼网站骗走。",
    en: "Sign in with your fingerprint, face or device PIN: nothing to type, and nothing that a phishing site could steal.",
  },
  add: { zh: "添加通行密钥", en: "Add a passkey" },
  added: { zh: "通行密钥已添加", en: "Passkey added" },
  cancelled: { zh: "没有添加通行密钥", en: "No passkey was added" },
  unknown: { zh: "此浏览器不支持通行密钥", en: "This browser does not support passkeys." },
  exists: { zh: "这台设备已有此账号的通行密钥", en: "This device already has a passkey for your account." },
  oneOf: { zh: "通行密钥", en: "Passkey" },
  backedUp: { zh: "已同步到你的其他设备", en: "Synced to your other devices" },
  addedAt: { zh: "添加于", en: "Added" },
  lastUsed: { zh: "最近使用：", en: "Last used" },
  neverUsed: { zh: "尚未使用", en: "Not used yet" },
  rename: { zh: "改名", en: "Rename" },
  renameOf: { zh: (name: string) => `给“${name}”改名`, en: (name: string) => `Rename “${name}”` },
  name: { zh: "名称", en: "Name" },
  renamed: { zh: "名称已修改", en: "Name changed" },
  remove: { zh: "移除", en: "Remove" },
  removeOf: { zh: (name: string) => `移除“${name}”`, en: (name: string) => `Remove “${name}”` },
  removeQuestion: {
    zh: (name: string) => `移除通行密钥“${name}”？`,
    en: (name: string) => `Remove “${name}”?`,
  },
  removeText: {
    zh: "之后不能再用它登录。设备里保存的密钥请另行删除。",
    en: "You will no longer be able to sign in with it. Delete it on your device as well.",
  },
  removed: { zh: "通行密钥已移除", en: "Passkey removed" },
});
