import { defineTexts } from "../../../i18n/texts.ts";

/**
 * Texts of the menu of a thread, with its questions and messages; apart from those that every page of threads shows.
 */
export const threadActionTexts = defineTexts({
  edit: { zh: "编辑", en: "Edit" },
  delete: { zh: "删除", en: "Delete" },
  stick: { zh: "置顶", en: "Pin" },
  unstick: { zh: "取消置顶", en: "Unpin" },
  feature: { zh: "设为精华", en: "Feature" },
  unfeature: { zh: "取消精华", en: "Stop featuring" },
  approve: { zh: "通过审核", en: "Approve" },
  ignore: { zh: "拒绝", en: "Do not approve" },
  holdBack: { zh: "隐藏", en: "Hide" },
  staff: { zh: "管理", en: "Moderation" },
  confirmHide: { zh: "隐藏这个帖子？", en: "Hide this thread?" },
  confirmHideText: {
    zh: "其他人不能再看到它，直到通过审核。",
    en: "Others will not see it until it is approved.",
  },
  confirmDelete: { zh: "删除这个帖子？", en: "Delete this thread?" },
  confirmDeleteText: {
    zh: "删除后其他人不能再看到它，有权限的成员可以恢复。",
    en: "Others will no longer see it. Moderators can restore it.",
  },
  done: { zh: "已完成", en: "Done" },
  undo: { zh: "撤销", en: "Undo" },
  restore: { zh: "恢复", en: "Restore" },
  deleted: { zh: "已删除", en: "Deleted" },
});
