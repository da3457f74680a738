import { defineTexts } from "../../i18n/texts.ts";

/** Names of the sections of the settings, in the order of their tabs. */
export const settingSectionTexts = defineTexts({
  site: { zh: "站点", en: "Site" },
  register: { zh: "注册", en: "Registration" },
  login: { zh: "第三方登录", en: "Sign-in" },
  attachment: { zh: "附件与水印", en: "Attachments" },
  agreement: { zh: "协议", en: "Agreements" },
  function: { zh: "功能开关", en: "Functions" },
  cash: { zh: "提现", en: "Withdrawals" },
  payment: { zh: "支付", en: "Payment" },
  cloud: { zh: "云服务", en: "Cloud" },
  mail: { zh: "邮件", en: "Mail" },
});
