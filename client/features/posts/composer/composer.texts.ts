import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the composer, which are loaded along with it. */
export const composerTexts = defineTexts({
  cancel: { zh: "取消", en: "Cancel" },
  save: { zh: "保存", en: "Save" },
  commentPlaceholder: { zh: (name: string) => `回复 ${name}…`, en: (name: string) => `Reply to ${name}…` },
  sendHint: { zh: "Ctrl + Enter 发送", en: "Ctrl + Enter to send" },
  kept: {
    zh: (reason: string) => `${reason.replace(/。$/, "")}。写下的内容还在这里。`,
    en: (reason: string) => `${reason} Your text is still here.`,
  },
  sent: { zh: "回复成功", en: "Reply sent" },
  sentBefore: { zh: "这条已经发布过了", en: "Already published" },
  sentPending: { zh: "已提交，通过审核后显示", en: "Submitted. It appears once it is approved" },
  editTitle: { zh: "编辑回复", en: "Edit reply" },
  saved: { zh: "已保存", en: "Saved" },
  failedUploads: {
    zh: "有图片没有上传成功，请重试或移除",
    en: "Some pictures were not uploaded. Try again or remove them",
  },
  dockComposer: { zh: "停靠在底部，边看边写", en: "Dock to the bottom and keep reading" },
  undockComposer: { zh: "放回页面末尾", en: "Move back to the end of the page" },
  closeComposer: { zh: "关闭，写下的内容会保留", en: "Close and keep the draft" },
  minimiseComposer: { zh: "收成一行", en: "Collapse to one line" },
  openComposer: { zh: "继续写", en: "Continue writing" },
  fullComposer: { zh: "全屏写作（Shift+F11）", en: "Full window (Shift+F11)" },
  smallComposer: { zh: "退出全屏（Shift+F11）", en: "Exit full window (Shift+F11)" },
  resizeComposer: { zh: "调整高度，用上下方向键", en: "Height (arrow keys)" },
});
