import type { DraftGoodsInput, GoodsInput } from "../../gql/graphql.ts";
import { moneyTyped } from "../../platform/money.ts";

/** Longest texts of goods, in characters; the server has the last word. */
export const [GOODS_TITLE_MAX, GOODS_URL_MAX, SHOP_NAME_MAX] = [100, 1000, 50];

/** Goods as they are typed. */
export type GoodsDraft = Readonly<DraftGoodsInput & { imageId: string | null; imageUrl: string | null }>;

/** The goods that the fields show first. */
export const FIRST_GOODS: GoodsDraft = {
  title: "",
  url: "",
  price: "",
  shopName: "",
  imageId: null,
  imageUrl: null,
};

/** True for an address that a browser can open in a shop. */
export function isShopAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:\/\//i.test(text.trim());
}

/** True for an empty price, and for an amount above 0. */
export function isPossiblePrice(text: string): boolean {
  return text.trim() === "" || (moneyTyped(text) ?? 0) > 0;
}

/** Reads what was typed; null if something is missing or wrong. */
export function goodsPlanOf({ title, url, price, shopName, imageId }: GoodsDraft): GoodsInput | null {
  if (title.trim() === "" || !isShopAddress(url) || !isPossiblePrice(price)) return null;
  const priceCents = moneyTyped(price);
  return { title: title.trim(), url: url.trim(), priceCents, shopName: shopName.trim(), imageId };
}
