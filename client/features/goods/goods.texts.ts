import { defineTexts } from "../../i18n/texts.ts";

/** Texts of goods: their card, and their fields while a thread is written. */
export const goodsTexts = defineTexts({
  name: { zh: "商品", en: "Goods" },
  open: { zh: "去店铺查看", en: "See it in the shop" },
  newTab: { zh: "（在新标签页打开）", en: "(opens in a new tab)" },
  add: { zh: "推荐商品", en: "Recommend goods" },
  addHint: {
    zh: "在帖子里放一件其他店铺的商品；交易与本站无关",
    en: "Shows goods of a shop elsewhere in the thread; nothing is sold here",
  },
  title: { zh: "商品名称", en: "Title of the goods" },
  url: { zh: "商品链接", en: "Link to the goods" },
  urlHint: { zh: "以 http:// 或 https:// 开头", en: "Begins with http:// or https://" },
  price: { zh: "价格（元，可不填）", en: "Price (yuan, optional)" },
  shop: { zh: "店铺（可不填）", en: "Shop (optional)" },
  picture: { zh: "选择图片", en: "Choose a picture" },
  otherPicture: { zh: "换一张图片", en: "Choose another picture" },
  withoutPicture: { zh: "去掉图片", en: "Remove the picture" },
  attached: { zh: "已有图片", en: "There is a picture" },
  uploading: { zh: "正在上传图片…", en: "The picture is being uploaded…" },
  urlWrong: { zh: "请填写商品的完整链接", en: "Enter the whole link to the goods" },
  priceWrong: { zh: "请填写金额，例如 12.34", en: "Enter an amount such as 12.34" },
  incomplete: {
    zh: "请先补全商品：需要名称和链接",
    en: "Complete the goods first: they need a title and a link",
  },
});
