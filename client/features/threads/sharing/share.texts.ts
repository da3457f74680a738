import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of sharing and posters. */
export const shareTexts = defineTexts({
  title: { zh: "分享帖子", en: "Share this thread" },
  copy: { zh: "复制链接", en: "Copy link" },
  copied: { zh: "链接已复制", en: "Link copied" },
  copyFailed: { zh: "没能复制，请长按或选中链接", en: "Could not copy. Select the link and copy it" },
  native: { zh: "用其他应用分享", en: "Share with an app" },
  poster: { zh: "生成海报", en: "Create poster" },
  link: { zh: "链接", en: "Link" },
  qr: { zh: "帖子的二维码", en: "QR code for the thread" },
  scan: { zh: "用手机扫码打开", en: "Scan to open it on a phone" },
  posterTitle: { zh: "分享海报", en: "Poster" },
  posterOf: { zh: (title: string) => `《${title}》的海报`, en: (title: string) => `Poster of “${title}”` },
  save: { zh: "保存图片", en: "Save picture" },
  back: { zh: "返回帖子", en: "Back to the thread" },
  drawing: { zh: "正在生成海报…", en: "Creating the poster…" },
  failed: { zh: "海报没能生成，请重试", en: "The poster could not be created. Please try again" },
  retry: { zh: "重试", en: "Try again" },
  notAllowed: { zh: "你没有生成海报的权限", en: "You do not have permission to create posters" },
  by: { zh: (name: string) => `作者：${name}`, en: (name: string) => `by ${name}` },
  scanPoster: { zh: "长按识别二维码，阅读全文", en: "Scan the code to read the full thread" },
  anonymous: { zh: "匿名用户", en: "Anonymous" },
});
