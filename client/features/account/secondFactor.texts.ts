import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the second factor. */
export const secondFactorTexts = defineTexts({
  title: { zh: "两步验证", en: "Two-factor authentication" },
  on: { zh: "已开启", en: "On" },
  text: {
    zh: "登录时除了密码，还需要验证器应用上的 6 位数字。密码泄露时账号仍然安全。",
    en: "Enter a code from your authenticator app when signing in. Your account stays safe even if your password leaks.",
  },
  needed: {
    zh: "本站要求管理员开启两步验证。开启之前，你只有普通成员的权限。",
    en: "This site requires two-factor authentication for administrators. Until you set it up, you only have a member’s permissions.",
  },
  begin: { zh: "开启两步验证", en: "Set up" },
  scan: {
    zh: "1. 用验证器应用扫描二维码。",
    en: "1. Scan this code with an authenticator app.",
  },
  qrLabel: { zh: "验证器二维码", en: "QR code for the authenticator" },
  typeIn: { zh: "无法扫描时，手动输入密钥：", en: "Can’t scan it? Enter this key:" },
  openApp: { zh: "在这台设备的应用中打开", en: "Open it on this device" },
  code: { zh: "2. 验证器显示的数字", en: "2. Enter the code from the app" },
  codeHint: { zh: "6 位数字，每 30 秒更换", en: "6 digits; changes every 30 seconds" },
  confirm: { zh: "开启", en: "Turn on" },
  codes: { zh: "恢复码", en: "Recovery codes" },
  codesText: {
    zh: "请保存这些恢复码：手机丢失时，每个可以代替动态验证码使用一次。离开后不会再显示。",
    en: "Save these recovery codes. If you lose your phone, each can be used once instead of a code. They will not be shown again.",
  },
  download: { zh: "下载", en: "Download" },
  kept: { zh: "已保存", en: "I have saved them" },
  codesLeft: {
    zh: (count: number) => `还有 ${count} 个恢复码可用。`,
    en: (count: number) => (count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`),
  },
  renew: { zh: "更换恢复码", en: "New recovery codes" },
  remove: { zh: "关闭两步验证", en: "Turn off two-factor authentication" },
  removeQuestion: {
    zh: "关闭两步验证？以后只用密码登录。",
    en: "Turn off two-factor authentication? You will sign in with your password only.",
  },
  removed: { zh: "两步验证已关闭", en: "Two-factor authentication is off" },
});
