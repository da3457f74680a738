import { defineTexts } from "../../i18n/texts.ts";

/** Names of the sections of the settings, in the order of their tabs. */
export const settingSectionTexts = defineTexts({
  site: { zh: "品牌与站点", en: "Brand and site" },
  register: { zh: "加入与密码", en: "Joining and passwords" },
  login: { zh: "登录与微信", en: "Sign-in and WeChat" },
  attachment: { zh: "附件与水印", en: "Attachments" },
  agreement: { zh: "协议", en: "Agreements" },
  function: { zh: "功能与限制", en: "Features and limits" },
  payment: { zh: "充值与支付", en: "Top-ups and payments" },
  cash: { zh: "提现", en: "Withdrawals" },
  cloud: { zh: "云服务", en: "Cloud" },
  mail: { zh: "邮件", en: "Mail" },
  kept: { zh: "旧客户端", en: "Old clients" },
});
