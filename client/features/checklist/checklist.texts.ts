import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the list of first steps on the dashboard. */
export const checklistTexts = defineTexts({
  title: {
    zh: (done: number, all: number) => `开张清单 ${done}/${all}`,
    en: (done: number, all: number) => `Getting started: ${done} of ${all}`,
  },
  wizard: { zh: "打开向导", en: "Open the guide" },
  putAway: { zh: "不再显示", en: "Dismiss" },
  isDone: { zh: "（已完成）", en: " (done)" },
  NAME: { zh: "给论坛起个名字", en: "Give the forum a name" },
  LOOKS: { zh: "上传 Logo 或选一种主色", en: "Upload a logo or choose a colour" },
  CATEGORIES: { zh: "建立板块", en: "Create categories" },
  MAIL: { zh: "设置发信邮箱", en: "Set up mail" },
  THREAD: { zh: "发布第一个帖子", en: "Publish a first thread" },
  MEMBER: { zh: "邀请第一位成员", en: "Invite a first member" },
  REPLY: { zh: "收到第一条回复", en: "Get a first reply" },
});
