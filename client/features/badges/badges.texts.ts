import { defineTexts } from "../../i18n/texts.ts";

/** Words on what badges are given for. */
export const badgeTexts = defineTexts({
  badges: { zh: "徽章", en: "Badges" },
  PROFILE: { zh: () => "设置头像和签名", en: () => "Set an avatar and a signature" },
  THREADS: {
    zh: (count: number) => `写下 ${count} 篇帖子`,
    en: (count: number) => (count === 1 ? "Published a thread" : `Published ${count} threads`),
  },
  REPLIES: {
    zh: (count: number) => `写下 ${count} 条回复`,
    en: (count: number) => (count === 1 ? "Wrote a reply" : `Wrote ${count} replies`),
  },
  LIKES: {
    zh: (count: number) => `获得 ${count} 个赞`,
    en: (count: number) => (count === 1 ? "Received a like" : `Received ${count} likes`),
  },
  ESSENCE: {
    zh: (count: number) => `${count} 篇帖子被设为精华`,
    en: (count: number) => (count === 1 ? "Had a thread featured" : `Had ${count} threads featured`),
  },
  FOLLOWERS: {
    zh: (count: number) => `有 ${count} 位粉丝`,
    en: (count: number) => (count === 1 ? "Has a follower" : `Has ${count} followers`),
  },
  DAYS: {
    zh: (count: number) => `加入满 ${count} 天`,
    en: (count: number) => (count === 1 ? "Joined a day ago" : `Joined ${count} days ago`),
  },
  STREAK: {
    zh: (count: number) => `连续签到 ${count} 天`,
    en: (count: number) => (count === 1 ? "Checked in on a day" : `Checked in ${count} days in a row`),
  },
});
