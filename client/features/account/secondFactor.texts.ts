import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the second factor. */
export const secondFactorTexts = defineTexts({
  title: { zh: "两步验证", en: "Second factor" },
  on: { zh: "已开启", en: "On" },
  text: {
    zh: "登录时除了密码，还需要验证器应用上的 6 位数字。密码泄露时账号仍然安全。",
    en: "Signing in asks for six digits of an authenticator beside the password. The account stays safe if the password gets out.",
  },
  needed: {
    zh: "本站要求管理员开启两步验证。开启之前，你只有普通成员的权限。",
    en: "The site asks its administrators for a second factor. Until you set one up, you have the rights of members.",
  },
  begin: { zh: "开启两步验证", en: "Set it up" },
  scan: {
    zh: "1. 用验证器应用扫描二维码。",
    en: "1. Scan this with an authenticator.",
  },
  qrLabel: { zh: "验证器二维码", en: "QR code for the authenticator" },
  typeIn: { zh: "无法扫描时，手动输入密钥：", en: "Cannot scan it? Type in the key:" },
  openApp: { zh: "在这台设备的应用中打开", en: "Open it on this device" },
  code: { zh: "2. 验证器显示的数字", en: "2. The digits that it shows" },
  codeHint: { zh: "6 位数字，每 30 秒更换", en: "Six digits, others every 30 seconds" },
  confirm: { zh: "开启", en: "Switch it on" },
  codes: { zh: "恢复码", en: "Recovery codes" },
  codesText: {
    zh: "请保存这些恢复码：手机丢失时，每个可以代替动态验证码使用一次。离开后不会再显示。",
    en: "Keep these recovery codes: without your phone, each stands for a code once. They are shown this once.",
  },
  download: { zh: "下载", en: "Download" },
  kept: { zh: "已保存", en: "I have kept them" },
  codesLeft: {
    zh: (count: number) => `还有 ${count} 个恢复码可用。`,
    en: (count: number) => (count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`),
  },
  renew: { zh: "更换恢复码", en: "New recovery codes" },
  remove: { zh: "关闭两步验证", en: "Switch it off" },
  removeQuestion: { zh: "关闭两步验证？以后只用密码登录。", en: "Sign in by the password alone?" },
  removed: { zh: "两步验证已关闭", en: "The second factor is off" },
});
