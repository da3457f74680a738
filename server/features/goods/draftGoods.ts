import { amountText, parseAmount } from "../../core/money.ts";
import { DraftGoods } from "../drafts/draftGifts.input.ts";
import type { GoodsInput } from "./goods.input.ts";

/** Gives goods as somebody types them, for a draft. */
export function typedGoods(
  { title, url, priceCents, shopName, imageId }: GoodsInput,
  imageUrl: string | null = null,
): DraftGoods {
  const price = priceCents == null ? "" : amountText(priceCents);
  return Object.assign(new DraftGoods(), { title, url, price, shopName: shopName ?? "", imageId, imageUrl });
}

/** Reads the goods of a draft. @throws {DomainError} INVALID_PARAMETER for a malformed price. */
export function goodsOfTyped({ title, url, price, shopName, imageId }: DraftGoods): GoodsInput {
  const priceCents = price.trim() === "" ? null : parseAmount(price.trim(), "priceCents");
  return { title, url, priceCents, shopName, imageId };
}
