import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the personal centre of somebody who is not signed in. */
export const visitorTexts = defineTexts({
  title: {
    zh: (site: string) => `在 ${site} 拥有自己的账号`,
    en: (site: string) => `Your own account on ${site}`,
  },
  write: { zh: "发帖和回复", en: "Write" },
  writeText: {
    zh: "发帖，参与讨论，草稿自动保存。",
    en: "Publish threads and replies; drafts are saved as you type.",
  },
  follow: { zh: "关注和订阅", en: "Follow" },
  followText: {
    zh: "关注感兴趣的人，订阅板块和帖子，有新内容会收到通知。",
    en: "Follow people, watch categories and threads, and get notified about new posts.",
  },
  keep: { zh: "收藏和阅读位置", en: "Keep your place" },
  keepText: {
    zh: "收藏好帖子，换设备也能接着上次的位置读。",
    en: "Bookmark good threads and pick up where you left off, on any device.",
  },
  talk: { zh: "私信", en: "Talk" },
  talkText: {
    zh: "和其他成员私下交流，谁可以联系你由你决定。",
    en: "Exchange private messages; you decide who can contact you.",
  },
  closed: {
    zh: "暂未开放注册，已有账号可以直接登录。",
    en: "Registration is currently closed; members can sign in as usual.",
  },
});
