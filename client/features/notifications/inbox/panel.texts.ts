import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the panel below the bell. */
export const panelTexts = defineTexts({
  title: { zh: "通知", en: "Notifications" },
  views: { zh: "显示哪些通知", en: "Notifications shown" },
  ALL: { zh: "全部", en: "All" },
  UNREAD: { zh: "未读", en: "Unread" },
  MENTIONS: { zh: "提到我", en: "Mentions" },
  markAll: { zh: "全部已读", en: "Mark all as read" },
  choices: { zh: "通知设置", en: "Notification settings" },
  seeAll: { zh: "查看全部消息", en: "See all in the inbox" },
  noneALL: { zh: "还没有通知", en: "Nothing here yet" },
  noneUNREAD: { zh: "都读完了", en: "All caught up" },
  noneMENTIONS: { zh: "还没有人提到你", en: "Nobody has mentioned you yet" },
});
