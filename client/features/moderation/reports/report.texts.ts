import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the dialog for reports; the reasons are those of the predecessor. */
export const reportTexts = defineTexts({
  report: { zh: "举报", en: "Report" },
  title: { zh: "举报给管理员", en: "Report to the moderators" },
  why: { zh: "请选择举报理由", en: "What is wrong?" },
  SPAM: { zh: "广告垃圾", en: "Advertising or spam" },
  ILLEGAL: { zh: "违规内容", en: "Against the rules" },
  FLOODING: { zh: "恶意灌水", en: "Flooding" },
  DUPLICATE: { zh: "重复发帖", en: "Posted twice" },
  OTHER: { zh: "其他理由", en: "Something else" },
  detail: { zh: "补充说明", en: "Details" },
  detailNeeded: { zh: "请填写举报理由", en: "Say what is wrong" },
  detailHint: { zh: "可以写明哪里有问题（选填）", en: "Where is the problem? (optional)" },
  send: { zh: "提交举报", en: "Send report" },
  cancel: { zh: "取消", en: "Cancel" },
  sent: { zh: "已收到举报，谢谢你", en: "Thank you, the moderators will look at it" },
});
