import { cleanLine, showsNothing } from "../../core/text.ts";
import { GOODS_TITLE_MAX, GOODS_URL_MAX, SHOP_NAME_MAX } from "../../features/goods/goods.entity.ts";
import type { RecordOf } from "../format/records.ts";

/** Gives the first characters of a text. */
const first = (text: string, most: number): string => [...text].slice(0, most).join("");
/** Prices of other programs, in yuan, as texts or numbers. */
const PRICE = /^(\d{1,7})(?:\.(\d{1,2})\d*)?$/;
const CENTS_DIGITS = 2;

/** Goods of another program. */
export interface OldGoods {
  readonly title: string;
  readonly url: string;
  readonly price: string;
  readonly shopName: string;
}

/** Gives goods as this program stores them; null if title or address are missing. */
export function goodsFrom({
  title,
  url,
  price,
  shopName,
}: OldGoods): Pick<RecordOf<"goods">, "title" | "url" | "priceCents" | "shopName"> | null {
  const href = URL.canParse(url) ? new URL(url).href : "";
  const line = first(cleanLine(title), GOODS_TITLE_MAX);
  if (!/^https?:\/\//.test(href) || href.length > GOODS_URL_MAX || showsNothing(line)) return null;
  const [, whole, places = ""] = PRICE.exec(price.trim()) ?? [];
  const priceCents = whole === undefined ? null : Number(whole + places.padEnd(CENTS_DIGITS, "0"));
  return { title: line, url: href, priceCents, shopName: first(cleanLine(shopName), SHOP_NAME_MAX) };
}
