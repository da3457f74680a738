import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts about the level of a member, for the member and for moderators. */
export const levelTexts = defineTexts({
  title: { zh: "等级", en: "Level" },
  none: { zh: "还没有等级", en: "No level yet" },
  since: { zh: "达到于", en: "Reached" },
  open: {
    zh: "等级由论坛根据这些数据每天计算。",
    en: "The forum works levels out every day from these numbers.",
  },
  endsAt: {
    zh: "目前不满足保留条件；在此之前仍未满足，等级会降低：",
    en: "The conditions for keeping it are not met. Unless they are met again, it is lost:",
  },
  next: { zh: (name: string) => `距离「${name}」`, en: (name: string) => `To reach “${name}”` },
  keep: { zh: (name: string) => `保留「${name}」`, en: (name: string) => `To keep “${name}”` },
  allMet: {
    zh: "条件都已满足，很快会升级。",
    en: "All conditions are met: it follows soon.",
  },
  highest: { zh: "已是最高等级。", en: "There is no higher level." },
  closed: {
    zh: "被版主限制，不能再升级。",
    en: "A moderator keeps the member from a higher level.",
  },
  pinned: {
    zh: (name: string) => `版主指定为「${name}」`,
    en: (name: string) => `Pinned to “${name}” by a moderator`,
  },
  forbidden: {
    zh: (name: string) => `版主限制：不能达到「${name}」`,
    en: (name: string) => `A moderator forbade “${name}” and above`,
  },
  DAYS_JOINED: { zh: "加入天数", en: "Days since joining" },
  DAYS_VISITED: { zh: "访问天数", en: "Days visited" },
  POSTS_READ: { zh: "阅读内容数", en: "Posts read" },
  REPLIES_WRITTEN: { zh: "写下的回复", en: "Replies written" },
  LIKES_RECEIVED: { zh: "收到的赞", en: "Likes received" },
  LIKES_GIVEN: { zh: "给出的赞", en: "Likes given" },
  DAYS_CLEAN: { zh: "无违规天数", en: "Days without violation" },
  of: {
    zh: (actual: number, needed: number) => `${actual} / ${needed}`,
    en: (actual: number, needed: number) => `${actual} of ${needed}`,
  },
  missing: { zh: (count: number) => `还差 ${count}`, en: (count: number) => `${count} more` },
  met: { zh: "已满足", en: "Met" },

  dialogTitle: { zh: (name: string) => `${name} 的等级`, en: (name: string) => `Level of ${name}` },
  noLevels: { zh: "本站没有启用等级。", en: "No level is on." },
  choice: { zh: "版主的决定", en: "Choice of moderators" },
  NONE: { zh: "按规则计算", en: "By the rules" },
  PINNED: { zh: "指定等级", en: "Pin a level" },
  FORBIDDEN: { zh: "禁止达到", en: "Forbid a level" },
  level: { zh: "哪个等级", en: "Which level" },
  reason: { zh: "理由", en: "Reason" },
  reasonHint: { zh: "成员看得到，并记入管理日志。", en: "The member can see it, and the staff log has it." },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "已保存", en: "Saved" },
  memberCount: {
    zh: (count: number) => `${count} 名成员`,
    en: (count: number) => plural(count, "member"),
  },
});
