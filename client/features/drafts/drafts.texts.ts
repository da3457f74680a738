import { defineTexts } from "../../i18n/texts.ts";

/** Texts of drafts: their states, conflicts, and the list of drafts. */
export const draftTexts = defineTexts({
  savedAt: { zh: (time: string) => `已保存 ${time}`, en: (time: string) => `Saved ${time}` },
  savedLocally: { zh: "已存在本机", en: "Saved on this device" },
  saving: { zh: "保存中…", en: "Saving…" },
  restored: { zh: "已恢复上次没写完的内容", en: "Your draft was restored" },
  startOver: { zh: "重新写", en: "Start over" },
  goOnWriting: { zh: "继续写", en: "Continue writing" },
  startedOver: { zh: "原来的内容在草稿箱里", en: "Your previous text is in your drafts" },
  discard: { zh: "丢弃草稿", en: "Discard draft" },
  conflict: {
    zh: "这份草稿在别处有更新的版本，这里的内容只存在本机",
    en: "This draft is newer elsewhere; your text is saved on this device only",
  },
  signInAgain: {
    zh: "登录已失效，内容已存在本机，登录后继续",
    en: "Your session has expired. Your text is saved on this device; sign in to continue",
  },
  cancel: { zh: "取消", en: "Cancel" },
  conflictTitle: { zh: "这份草稿在别处也改过", en: "This draft was changed elsewhere too" },
  conflictHint: {
    zh: "两边改了同一处，请选择保留哪一边，或者都保留。",
    en: "The same passage was changed in both. Keep one version, or both.",
  },
  conflictMine: { zh: "这里的内容", en: "Your version here" },
  conflictTheirs: { zh: "别处的内容", en: "The other version" },
  conflictUseMine: { zh: "用这里的", en: "Keep this one" },
  conflictUseTheirs: { zh: "用别处的", en: "Keep the other one" },
  conflictUseBoth: { zh: "两边都保留", en: "Keep both" },
  emptyText: { zh: "（没有正文）", en: "(no text)" },
  box: { zh: "草稿箱", en: "Drafts" },
  boxEmpty: {
    zh: "没有草稿。写下的内容会自动保存到这里。",
    en: "No drafts. Your texts are saved here automatically.",
  },
  startNew: { zh: "写新的", en: "Start a new thread" },
  untitled: { zh: "无标题", en: "Untitled" },
  threadDraft: { zh: "帖子", en: "Thread" },
  replyTo: { zh: (title: string) => `回复：${title}`, en: (title: string) => `Reply: ${title}` },
  writingNow: { zh: "正在写", en: "Current draft" },
  deleteDraft: {
    zh: (name: string) => `删除草稿：${name}`,
    en: (name: string) => `Delete the draft ${name}`,
  },
  deleted: { zh: (name: string) => `已删除：${name}`, en: (name: string) => `Deleted: ${name}` },
  undoDelete: { zh: "撤销", en: "Undo" },
  draftGone: { zh: "这份草稿已经不在了", en: "This draft no longer exists" },
});
