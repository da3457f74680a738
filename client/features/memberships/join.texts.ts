import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of joining a paid site and staying. */
export const joinTexts = defineTexts({
  title: { zh: (site: string) => `加入 ${site}`, en: (site: string) => `Join ${site}` },
  membership: { zh: "我的成员资格", en: "My membership" },
  inside: {
    zh: (members: number, threads: number) => `已有 ${members} 位成员、${threads} 个帖子`,
    en: (members: number, threads: number) => `${members} members, ${threads} threads`,
  },
  price: { zh: "加入费用", en: "Price" },
  noPrice: { zh: "暂未开放加入", en: "Joining is not open yet" },
  lasts: { zh: "有效期", en: "Duration" },
  forGood: { zh: "永久", en: "Permanent" },
  days: {
    zh: (days: number) => `${days} 天`,
    en: (days: number) => plural(days, "day"),
  },
  visitor: {
    zh: "这里的内容只对成员开放。注册或登录后即可付费加入。",
    en: "The content is for members only. Register or sign in to join.",
  },
  visitorClosed: {
    zh: "这里的内容只对成员开放，目前不接受新的注册。",
    en: "The content is for members only. Registration is currently closed.",
  },
  notYet: {
    zh: "付费后即可阅读和参与，马上生效。",
    en: "You can read and take part as soon as you have paid.",
  },
  ended: { zh: "你的成员资格已到期：", en: "Your membership ended" },
  until: { zh: "你的成员资格有效至", en: "Your membership lasts until" },
  isMember: { zh: "你可以阅读和参与这里的一切。", en: "You have full access." },
  register: { zh: "注册", en: "Register" },
  signIn: { zh: "登录", en: "Sign in" },
  join: { zh: (price: string) => `支付 ${price} 加入`, en: (price: string) => `Join for ${price}` },
  renew: { zh: (price: string) => `支付 ${price} 续费`, en: (price: string) => `Renew for ${price}` },
  free: {
    zh: "这里对所有人开放，不需要付费加入",
    en: "This site is open to everyone; joining is free",
  },
  goIn: { zh: "进入站点", en: "Enter" },
  groups: { zh: "购买用户组加入", en: "Join by buying a group" },
  wallet: { zh: "我的钱包", en: "My wallet" },
  account: { zh: "账号设置", en: "Account settings" },
});
