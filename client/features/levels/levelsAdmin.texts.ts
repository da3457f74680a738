import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of levels. */
export const levelsAdminTexts = defineTexts({
  levels: { zh: "等级", en: "Levels" },
  lead: {
    zh: "成员满足条件后自动获得等级，并额外拥有该等级用户组的权限；原有用户组和付费用户组不受影响。等级从低到高排列，升级须同时满足更低等级的条件。条件填 0 表示不要求。每天计算一次，保存后几分钟内开始。",
    en: "Members who meet the conditions are given the level, and what its group may besides their own group; bought groups are never touched. Levels are in order from the lowest, and each takes those below it as well; 0 asks nothing. They are worked out once a day, and within minutes of saving.",
  },
  none: { zh: "还没有等级", en: "No levels yet" },
  noGroups: {
    zh: "没有可用的用户组：请先新建一个用户组。系统内置、默认和付费用户组不能作为等级。",
    en: "There is no group left: create one first. Preset groups, the default one and paid ones cannot be levels.",
  },
  toGroups: { zh: "用户组与权限", en: "Groups and permissions" },
  group: { zh: "用户组", en: "Group" },
  add: { zh: "添加等级", en: "Add the level" },
  rank: {
    zh: (rank: number, name: string) => `${rank}. ${name}`,
    en: (rank: number, name: string) => `${rank}. ${name}`,
  },
  remove: { zh: "删除", en: "Remove" },
  removeOf: {
    zh: (name: string) => `删除等级「${name}」`,
    en: (name: string) => `Remove the level “${name}”`,
  },
  up: { zh: (name: string) => `把「${name}」上移`, en: (name: string) => `Move “${name}” up` },
  isEnabled: { zh: "启用", en: "On" },
  enabledOf: { zh: (name: string) => `启用「${name}」`, en: (name: string) => `Give “${name}”` },
  permissions: { zh: "权限", en: "Permissions" },
  graceDays: { zh: "宽限天数", en: "Days of grace" },
  graceHint: { zh: "不再满足条件后保留的天数", en: "Kept for so long when no longer met" },
  wrong: {
    zh: (max: number) => `请填写 0 到 ${max} 的整数`,
    en: (max: number) => `Write a whole number from 0 to ${max}.`,
  },
  tryOut: { zh: "试算", en: "Try on members" },
  tryHint: {
    zh: "保存前先用现有成员试算：不改变任何成员，只显示每个等级会增加和减少哪些人。",
    en: "Try the rules on the members first: nothing changes, and you see whom each level would gain and lose.",
  },
  save: { zh: "保存等级", en: "Save the levels" },
  saved: { zh: "等级已保存，几分钟内生效", en: "The levels are saved and have effect within minutes" },
  trial: { zh: "试算结果", en: "Result of the trial" },
  looked: {
    zh: (count: number) => `共 ${count} 名正常成员`,
    en: (count: number) => `${plural(count, "member")} in good standing`,
  },
  stale: {
    zh: "规则已修改，请重新试算。",
    en: "The rules have changed since: try them again.",
  },
  name: { zh: "等级", en: "Level" },
  members: { zh: "成员", en: "Members" },
  gain: { zh: "增加", en: "Gains" },
  lose: { zh: "减少", en: "Loses" },
  loseNote: {
    zh: "减少的成员在宽限天数结束后才会降级。",
    en: "Members who lose a level keep it for its days of grace.",
  },
  nobody: {
    zh: (name: string) => `没有成员满足「${name}」的条件。`,
    en: (name: string) => `Nobody meets the conditions of “${name}”.`,
  },
  everybody: {
    zh: (name: string) => `所有成员都满足「${name}」的条件。`,
    en: (name: string) => `Everybody meets the conditions of “${name}”.`,
  },
});
