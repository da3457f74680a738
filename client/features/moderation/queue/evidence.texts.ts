import { defineTexts } from "../../../i18n/texts.ts";

/** Texts about the reasons for which something waits for review. */
export const evidenceTexts = defineTexts({
  spamScore: {
    zh: (score: number) => `垃圾内容分数 ${score}/100`,
    en: (score: number) => `Spam score ${score} of 100`,
  },
  reportScore: {
    zh: (score: number, count: number, newcomers: number) =>
      `举报分数 ${score}（${count} 个举报${newcomers > 0 ? `，其中新成员 ${newcomers} 个` : ""}）`,
    en: (score: number, count: number, newcomers: number) =>
      `Report score ${score} (${count === 1 ? "1 report" : `${count} reports`}${newcomers > 0 ? `, ${newcomers} by new members` : ""})`,
  },
  weight: {
    zh: (points: number, basis: string) => `这个举报 ${points} 分：${basis}`,
    en: (points: number, basis: string) => `This report counts ${points}: ${basis}`,
  },
  record: {
    zh: (upheld: number, dismissed: number) => `此前举报属实 ${upheld} 次，不属实 ${dismissed} 次`,
    en: (upheld: number, dismissed: number) => `${upheld} upheld and ${dismissed} dismissed before`,
  },
});

/** Rules by which content waits. */
export const holdTexts = defineTexts({
  FIRST_TEXTS: {
    zh: "作者最初的几篇内容，按规则先审后发",
    en: "Among the first texts of its author, which wait by rule",
  },
  SIGNS: { zh: "垃圾内容分数达到设置值，已拦截", en: "Held because of its signs of spam" },
  CHECKING: { zh: "等待审核服务通过后才显示", en: "Held until the outside service has passed it" },
  CHECK: { zh: "审核服务发现问题，已转人工审核", en: "Held because of what the outside service found" },
  UNCHECKED: { zh: "审核服务没有回答，由版主决定", en: "The outside service did not answer; you decide" },
  REPORTS: { zh: "举报分数达到设置值，已自动隐藏", en: "Hidden because of its reports" },
});

/** Signs of spam. */
export const signTexts = defineTexts({
  LINKS: {
    zh: (count: number) => `${count} 个站外链接`,
    en: (count: number) => (count === 1 ? "1 link" : `${count} links`),
  },
  HURRIED: { zh: (_count: number) => "写得太快", en: (_count: number) => "Written too fast" },
  FREQUENT: {
    zh: (count: number) => `10 分钟内已发 ${count} 篇`,
    en: (count: number) => `${count} texts in ten minutes before`,
  },
  REPEATED: {
    zh: (count: number) => `自己发过 ${count} 次相同内容`,
    en: (count: number) => `Same text by the author before: ${count}`,
  },
  COPIED: {
    zh: (count: number) => `其他新成员发过 ${count} 次相同内容`,
    en: (count: number) => `Same text by other new members: ${count}`,
  },
  MAIL: { zh: (_count: number) => "一次性邮箱", en: (_count: number) => "Disposable mail address" },
  NAME: { zh: (_count: number) => "随机名字", en: (_count: number) => "Random name" },
});

/** Standings of reporters. */
export const basisTexts = defineTexts({
  MEMBER: { zh: "普通成员", en: "member" },
  NEW: { zh: "新成员", en: "new member" },
  TRUSTED: { zh: "受信任的用户组", en: "trusted group" },
  MODERATOR: { zh: "版主", en: "moderator" },
});
