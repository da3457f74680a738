import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the overview. */
export const adminTexts = defineTexts({
  toDo: { zh: "待办", en: "To do" },
  waitingThreads: { zh: "待审帖子", en: "Threads to review" },
  waitingPosts: { zh: "待审回复", en: "Replies to review" },
  openReports: { zh: "未处理的举报", en: "Open reports" },
  waitingMembers: { zh: "待审成员", en: "Members to review" },
  processes: {
    zh: (count: number) => `有 ${count} 个进程同时服务这个站点`,
    en: (count: number) => `${count} processes serve this site at the same time`,
  },
  thisProcess: { zh: "当前", en: "this one" },
  notShared: { zh: "进程之间尚未共享：", en: "Not shared between them yet:" },
  totals: { zh: "总计", en: "Totals" },
  threads: { zh: "帖子", en: "Threads" },
  posts: { zh: "回复", en: "Replies" },
  members: { zh: "成员", en: "Members" },
});
