import type { Viewer } from "../../../core/viewer.ts";
import type { Thread } from "../thread.entity.ts";

/** Prices of a thread: of all of it, or of its files. */
export type Prices = Pick<Thread, "priceCents" | "attachmentPriceCents">;
/** Columns that decide about the part of a thread that has to be bought. */
export type Priced = Pick<Thread, "id" | "categoryId" | "authorId" | "visible" | "isAnonymous"> & Prices;

/** True if something of a thread has to be bought. */
export function isForSale({ priceCents, attachmentPriceCents }: Prices): boolean {
  return priceCents > 0 || attachmentPriceCents > 0;
}

/** True for who reads all of a thread without buying it: if it is free, its author, and with `thread.freeViewPosts`. */
export function readsWithoutPaying(viewer: Viewer, thread: Omit<Priced, "id">): boolean {
  if (!isForSale(thread) || viewer.may("thread.freeViewPosts", thread.categoryId)) return true;
  return viewer.owns(thread);
}
