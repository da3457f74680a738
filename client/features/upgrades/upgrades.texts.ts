import { defineTexts } from "../../i18n/texts.ts";

/** Texts of buying groups. */
export const upgradeTexts = defineTexts({
  title: { zh: "用户组", en: "Groups" },
  own: { zh: "我的用户组", en: "My group" },
  forGood: { zh: "长期有效", en: "No end" },
  until: { zh: "有效至", en: "Until" },
  then: { zh: "之后", en: "Then" },
  offers: { zh: "可购买的用户组", en: "Groups for sale" },
  none: { zh: "现在没有出售的用户组", en: "No groups are for sale now" },
  days: {
    zh: (days: number) => `${days} 天`,
    en: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  },
  BUY: { zh: (price: string) => `支付 ${price} 购买`, en: (price: string) => `Buy for ${price}` },
  RENEW: { zh: (price: string) => `支付 ${price} 续费`, en: (price: string) => `Renew for ${price}` },
  UPGRADE: { zh: (price: string) => `支付 ${price} 升级`, en: (price: string) => `Upgrade for ${price}` },
  aboutBUY: {
    zh: "付款后马上生效；到期后恢复现在的用户组。",
    en: "It is yours as soon as you have paid; your present group returns when it ends.",
  },
  aboutRENEW: { zh: "天数接在剩余时间之后。", en: "Its days follow those that are left." },
  aboutUPGRADE: {
    zh: "付款后马上生效；现在用户组的剩余时间会在它到期后继续。",
    en: "It is yours as soon as you have paid; what is left of your present group goes on when it ends.",
  },
  isOwn: { zh: "你正在使用", en: "You have it" },
  isLower: { zh: "低于你现在的用户组", en: "Lower than your group" },
});
