import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the fields for a poll, while a thread is written. */
export const pollFieldTexts = defineTexts({
  add: { zh: "发起投票", en: "Add a poll" },
  addHint: {
    zh: "读者在帖子里投票，结束前可以改票",
    en: "Readers vote in the thread, and may change their vote until it ends",
  },
  kind: { zh: "投票方式", en: "Kind of poll" },
  SINGLE: { zh: "单选", en: "One choice" },
  MULTIPLE: { zh: "多选", en: "Several choices" },
  RANKED: { zh: "排序（逐轮淘汰计票）", en: "Ranked (instant runoff)" },
  question: { zh: "问题", en: "Question" },
  questionHint: { zh: "留空就是帖子标题", en: "Leave it empty if the title of the thread asks it" },
  options: { zh: "选项", en: "Options" },
  option: { zh: (number: number) => `选项 ${number}`, en: (number: number) => `Option ${number}` },
  addOption: { zh: "添加选项", en: "Add an option" },
  removeOption: {
    zh: (number: number) => `删除选项 ${number}`,
    en: (number: number) => `Remove option ${number}`,
  },
  up: {
    zh: (number: number) => `上移选项 ${number}`,
    en: (number: number) => `Move option ${number} up`,
  },
  down: {
    zh: (number: number) => `下移选项 ${number}`,
    en: (number: number) => `Move option ${number} down`,
  },
  moved: {
    zh: (from: number, to: number) => `选项 ${from} 移到第 ${to} 位`,
    en: (from: number, to: number) => `Option ${from} is now number ${to}`,
  },
  removed: {
    zh: (number: number) => `选项 ${number} 已删除`,
    en: (number: number) => `Option ${number} removed`,
  },
  optionsHint: {
    zh: (least: number, most: number) => `${least} 到 ${most} 个；空的选项不会发布`,
    en: (least: number, most: number) => `${least} to ${most}; empty ones are left out`,
  },
  incomplete: {
    zh: (least: number) => `请先补全投票：至少 ${least} 个不同的选项`,
    en: (least: number) => `Complete the poll first: it needs at least ${least} different options`,
  },
  edit: { zh: "修改投票", en: "Edit the poll" },
  editHint: { zh: "有人投票之前可以修改", en: "It can be changed until somebody votes" },
  saved: { zh: "投票已修改", en: "The poll has been changed" },
  twice: { zh: "和另一个选项相同", en: "The same as another option" },
  secret: { zh: "不记名", en: "Secret" },
  secretHint: {
    zh: "没有人能看到谁投了什么，管理人员也不能",
    en: "Nobody sees who voted for what, moderators included",
  },
  results: { zh: "何时公布结果", en: "When results are shown" },
  ALWAYS: { zh: "随时可见", en: "Always" },
  AFTER_VOTE: { zh: "投票后可见", en: "After voting" },
  AFTER_END: { zh: "结束后可见", en: "When the poll has ended" },
  endsAt: { zh: "结束时间", en: "Ends at" },
  endsAtHint: { zh: "留空就由你结束", en: "Leave it empty to end it yourself" },
  endsAtWrong: {
    zh: "请填写将来的时间，最长一年",
    en: "Enter a time in the future, at most a year from now",
  },
});
