import { defineTexts } from "../../i18n/texts.ts";

type Door = "signIn" | "register";

const zh = (door: Door): string => (door === "register" ? "注册" : "登录");
const en = (door: Door): string => (door === "register" ? "Register" : "Sign in");

/** Sentences of the sign-in pages about what a sign-in is for, by its purpose. */
export const purposeTexts = defineTexts({
  like: {
    zh: (door: Door) => `${zh(door)}后，你的赞会自动送出`,
    en: (door: Door) => `${en(door)} and your like is added`,
  },
  favorite: {
    zh: (door: Door) => `${zh(door)}后，这篇帖子会自动收藏`,
    en: (door: Door) => `${en(door)} and the thread is bookmarked`,
  },
  follow: {
    zh: (door: Door) => `${zh(door)}后，会自动关注这位成员`,
    en: (door: Door) => `${en(door)} and you follow this member`,
  },
  watch: {
    zh: (door: Door) => `${zh(door)}后可以订阅，有新内容时通知你`,
    en: (door: Door) => `${en(door)} to be notified of what is new`,
  },
  reply: {
    zh: (door: Door) => `${zh(door)}后回到原处写回复`,
    en: (door: Door) => `${en(door)} to write your reply where you left off`,
  },
  message: {
    zh: (door: Door) => `${zh(door)}后就可以发私信`,
    en: (door: Door) => `${en(door)} to send your message`,
  },
  report: {
    zh: (door: Door) => `${zh(door)}后就可以举报`,
    en: (door: Door) => `${en(door)} to report it`,
  },
  block: {
    zh: (door: Door) => `${zh(door)}后就可以屏蔽这位成员`,
    en: (door: Door) => `${en(door)} to block this member`,
  },
  pay: {
    zh: (door: Door) => `${zh(door)}后就可以购买这篇帖子`,
    en: (door: Door) => `${en(door)} to buy the thread`,
  },
  tip: {
    zh: (door: Door) => `${zh(door)}后就可以打赏作者`,
    en: (door: Door) => `${en(door)} to tip the author`,
  },
  vote: {
    zh: (door: Door) => `${zh(door)}后就可以投票`,
    en: (door: Door) => `${en(door)} to vote`,
  },
  publish: {
    zh: (door: Door) => `${zh(door)}后就可以发帖`,
    en: (door: Door) => `${en(door)} to publish a thread`,
  },
});
