import type { Context } from "../../core/context.ts";
import { Thread } from "./thread.entity.ts";

/** Corrects a counter that differed from what it counts, in the caller's transaction. */
export async function correctThreadCounter(
  ctx: Context,
  threadId: number,
  column: "postCount" | "lastNumber" | "likeCount" | "favoriteCount",
  counted: number,
): Promise<void> {
  await ctx.db.update(Thread, { id: threadId }, { [column]: counted });
}

/**
 * Stores what newer rules make of a body, in the caller's transaction.
 * @returns false if the thread has been edited since the body was read
 */
export async function storeRendered(
  ctx: Context,
  { id, body }: { readonly id: number; readonly body: string },
  rendered: Pick<Thread, "body" | "bodyHtml" | "markdownVersion" | "excerpt" | "plainText">,
): Promise<boolean> {
  return ((await ctx.db.update(Thread, { id, body }, rendered)).affected ?? 0) > 0;
}
