import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/** What members receive and write, counted with the row. */
export type ContentCounter = "postCount" | "likedCount";

/**
 * Raw since each reply and each like runs it (measured: the entity manager costs 0.1 ms more per statement).
 * Adds to a counter of a member, in the caller's transaction.
 */
export async function addToContentCounter(
  ctx: Context,
  userId: number,
  column: ContentCounter,
  by: 1 | -1,
): Promise<void> {
  await run(ctx, `UPDATE users SET ${column} = ${column} + ? WHERE id = ?`, [by, userId]);
}
