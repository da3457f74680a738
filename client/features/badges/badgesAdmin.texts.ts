import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of badges. */
export const badgesAdminTexts = defineTexts({
  lead: {
    zh: "成员达到条件后几秒内自动获得徽章，显示在个人主页和名片上。已获得的徽章不会收回：提高门槛只影响以后，降低门槛会补发给已达到的成员；停用的徽章不再显示，重新启用后恢复。",
    en: "Members earn badges within seconds of reaching the number; they stand on profiles and cards. What was earned stays: a higher number counts from now on, a lower one is made up for. A badge that is off is not shown until it is on again.",
  },
  badge: { zh: "徽章", en: "Badge" },
  rule: { zh: "获得条件", en: "Given for" },
  holders: { zh: "获得人数", en: "Members" },
  state: { zh: "启用", en: "On" },
  on: { zh: "启用", en: "On" },
  off: { zh: "停用", en: "Off" },
  edit: { zh: "编辑", en: "Edit" },
  editOf: { zh: (name: string) => `编辑徽章「${name}」`, en: (name: string) => `Edit the badge “${name}”` },
  switchOf: { zh: (name: string) => `启用「${name}」`, en: (name: string) => `Give “${name}”` },
  actions: { zh: "操作", en: "Actions" },
  nameZh: { zh: "中文名称", en: "Name in Chinese" },
  nameEn: { zh: "英文名称", en: "Name in English" },
  icon: { zh: "图标（一个表情）", en: "Icon, an emoji" },
  iconWrong: { zh: "请填写一个表情符号", en: "Write one emoji." },
  threshold: { zh: "达到的数量", en: "Number to reach" },
  nameNeeded: { zh: "请填写名称", en: "Write a name." },
  thresholdWrong: { zh: "请填写 1 到 1000000 的整数", en: "Write a whole number from 1 to 1000000." },
  saved: { zh: "已保存", en: "Saved" },
});
