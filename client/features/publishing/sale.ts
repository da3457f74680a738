/** Stands for a price that was typed and is none: the thread must not go out for free. */
export const PRICE_WRONG = -1;

/** Price of a thread with the part that everybody reads, or price of its files. */
export interface SaleValue {
  readonly priceCents: number;
  readonly freePercent: number;
  readonly attachmentPriceCents: number;
}

/** Picks the sale out of what holds one. */
export function saleOf({ priceCents, freePercent, attachmentPriceCents }: SaleValue): SaleValue {
  return { priceCents, freePercent, attachmentPriceCents };
}

/** True if something of it has a price. */
export function isForSale({ priceCents, attachmentPriceCents }: SaleValue): boolean {
  return priceCents > 0 || attachmentPriceCents > 0;
}

/** True if a price or the free part are others than before; who changes none of them needs no right to. */
export function isSoldAnew(now: SaleValue, before: SaleValue): boolean {
  return (
    now.priceCents !== before.priceCents ||
    now.freePercent !== before.freePercent ||
    now.attachmentPriceCents !== before.attachmentPriceCents
  );
}
