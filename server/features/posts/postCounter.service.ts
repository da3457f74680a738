import type { Context } from "../../core/context.ts";
import { Post } from "./post.entity.ts";

/** Corrects a counter that differed from what it counts, in the caller's transaction. */
export async function correctPostCounter(
  ctx: Context,
  postId: number,
  column: "likeCount" | "commentCount",
  counted: number,
): Promise<void> {
  await ctx.db.update(Post, { id: postId }, { [column]: counted });
}
