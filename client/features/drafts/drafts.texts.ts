import { defineTexts } from "../../i18n/texts.ts";

/** What the state of a draft says. */
export const draftTexts = defineTexts({
  savedAt: { zh: (time: string) => `已保存 ${time}`, en: (time: string) => `Saved ${time}` },
  savedLocally: { zh: "已存在本机", en: "Kept on this device" },
  saving: { zh: "保存中…", en: "Saving…" },
  restored: { zh: "已恢复上次没写完的内容", en: "Your unfinished text is back" },
  discard: { zh: "丢弃草稿", en: "Discard draft" },
  conflict: {
    zh: "这份草稿在别处有更新的版本，这里的内容只存在本机",
    en: "This draft is newer elsewhere; what you write here is kept on this device only",
  },
  signInAgain: {
    zh: "登录已失效，内容已存在本机，登录后继续",
    en: "Your sign-in has expired. The text is kept on this device; sign in to go on",
  },
  confirmDiscard: { zh: "丢弃草稿？", en: "Discard the draft?" },
  confirmDiscardText: {
    zh: "没有发布的内容会被删除，不能找回。",
    en: "What is not published will be gone for good.",
  },
  mention: { zh: "提到某人", en: "People to mention" },
  cancel: { zh: "取消", en: "Cancel" },
});
