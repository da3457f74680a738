import type { Viewer } from "../../../core/viewer.ts";
import type { Thread } from "../thread.entity.ts";

/** Columns that decide about the part of a thread that has to be bought. */
export type Priced = Pick<
  Thread,
  "id" | "priceCents" | "categoryId" | "authorId" | "visible" | "isAnonymous"
>;

/** True for who reads all of a thread without buying it: if it is free, its author, and with `thread.freeViewPosts`. */
export function readsWithoutPaying(viewer: Viewer, thread: Omit<Priced, "id">): boolean {
  if (thread.priceCents === 0 || viewer.may("thread.freeViewPosts", thread.categoryId)) return true;
  return viewer.owns(thread);
}
