import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the invitations of all members. */
export const invitationsAdminTexts = defineTexts({
  caption: { zh: "全部邀请码", en: "All codes" },
  add: { zh: "生成邀请码", en: "Make a code" },
  exportAll: { zh: "导出 CSV", en: "Export as CSV" },
  code: { zh: "邀请码", en: "Code" },
  by: { zh: "邀请人", en: "Made by" },
  group: { zh: "加入的用户组", en: "Leads to the group" },
  defaultGroup: { zh: "默认用户组", en: "Default group" },
  official: { zh: "站点邀请", en: "For the site" },
  officialHint: {
    zh: "受邀人加入付费站点不需要付费，看到的是站点邀请而不是你的名字",
    en: "Who comes by it need not pay for joining, and reads the name of the site instead of yours",
  },
  state: { zh: "状态", en: "State" },
  uses: { zh: "使用", en: "Used" },
  until: { zh: "有效至", en: "Until" },
  made: { zh: "生成时间", en: "Made" },
  actions: { zh: "操作", en: "Actions" },
  none: { zh: "还没有邀请码", en: "No codes yet" },
  cancel: { zh: "取消", en: "Cancel" },
});
