import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the menu of a reply, with its questions and messages; apart from those that every page of replies shows. */
export const postActionTexts = defineTexts({
  anonymous: { zh: "匿名用户", en: "Anonymous" },
  pictureOnly: { zh: "（图片）", en: "(picture)" },
  edit: { zh: "编辑", en: "Edit" },
  delete: { zh: "删除", en: "Delete" },
  approve: { zh: "通过审核", en: "Approve" },
  ignore: { zh: "拒绝", en: "Do not approve" },
  holdBack: { zh: "隐藏", en: "Hide" },
  staff: { zh: "管理", en: "Moderation" },
  confirmHide: { zh: "隐藏这条回复？", en: "Hide this reply?" },
  confirmHideText: {
    zh: "其他人不能再看到它，直到通过审核。",
    en: "Others will not see it until it is approved.",
  },
  confirmDelete: { zh: "删除这条回复？", en: "Delete this reply?" },
  confirmDeleteText: {
    zh: "删除后其他人不能再看到它，楼层号保留。",
    en: "Others will no longer see it; its number is kept.",
  },
  copyLink: { zh: "复制链接", en: "Copy link" },
  linkCopied: { zh: "链接已复制", en: "Link copied" },
  copyFailed: {
    zh: "没能复制，请从地址栏复制链接",
    en: "Could not copy. Copy the link from the address bar",
  },
  undo: { zh: "撤销", en: "Undo" },
  deleted: { zh: "已删除", en: "Deleted" },
});
