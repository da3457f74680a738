import { defineTexts } from "../../i18n/texts.ts";

/** Texts of QR codes and buttons that lead to WeChat. */
export const wechatTexts = defineTexts({
  go: { zh: "微信登录", en: "Continue with WeChat" },
  goOpen: { zh: "打开微信扫码页", en: "Open the WeChat QR page" },
  emulate: { zh: "使用模拟器", en: "Use the emulator" },
  scanHint: {
    zh: "请用微信扫描二维码，并在手机上确认。",
    en: "Scan the code with WeChat, and confirm on your phone.",
  },
  qr: { zh: "微信二维码", en: "QR code for WeChat" },
  openHere: { zh: "在本机打开", en: "Open it on this device" },
  SCANNED: { zh: "已扫码，请在手机上确认。", en: "Scanned. Please confirm on your phone." },
  NAMED: { zh: "已确认，正在继续…", en: "Confirmed. One moment…" },
  REFUSED: { zh: "手机上取消了这次操作。", en: "Sign-in was refused on the phone." },
  EXPIRED: { zh: "二维码已失效。", en: "The code has expired." },
  again: { zh: "刷新二维码", en: "Show a new code" },
  elsewhere: {
    zh: "请在微信里打开本页，或在电脑上登录后扫码。",
    en: "Open this page within WeChat, or sign in on a computer and scan the code there.",
  },
  off: { zh: "站点未开启微信登录。", en: "This site does not use WeChat." },
});
