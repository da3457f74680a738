import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of buying groups. */
export const upgradeTexts = defineTexts({
  title: { zh: "用户组", en: "Groups" },
  own: { zh: "我的用户组", en: "My group" },
  forGood: { zh: "长期有效", en: "No expiry" },
  until: { zh: "有效至", en: "Until" },
  then: { zh: "之后", en: "Then" },
  offers: { zh: "可购买的用户组", en: "Groups for sale" },
  none: { zh: "现在没有出售的用户组", en: "No groups are for sale at the moment" },
  days: {
    zh: (days: number) => `${days} 天`,
    en: (days: number) => plural(days, "day"),
  },
  BUY: { zh: (price: string) => `支付 ${price} 购买`, en: (price: string) => `Buy for ${price}` },
  RENEW: { zh: (price: string) => `支付 ${price} 续费`, en: (price: string) => `Renew for ${price}` },
  UPGRADE: { zh: (price: string) => `支付 ${price} 升级`, en: (price: string) => `Upgrade for ${price}` },
  aboutBUY: {
    zh: "付款后马上生效；到期后恢复现在的用户组。",
    en: "It starts as soon as you have paid; your current group resumes when it ends.",
  },
  aboutRENEW: { zh: "天数接在剩余时间之后。", en: "The new days are added to your remaining ones." },
  aboutUPGRADE: {
    zh: "付款后马上生效；现在用户组的剩余时间会在它到期后继续。",
    en: "It starts as soon as you have paid; the rest of your current group resumes when it ends.",
  },
  isOwn: { zh: "你正在使用", en: "Your current group" },
  isLower: { zh: "低于你现在的用户组", en: "Lower than your group" },
});
