import type { Context } from "../../core/context.ts";
import { run, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { Thread } from "./thread.entity.ts";

/**
 * Raw since each reply and each like begins with it, without the long texts of the thread.
 * Reads a thread and keeps others from changing it until the transaction ends; null if it is gone.
 */
export function lockThreadRow(ctx: Context, id: number, without: readonly string[]): Promise<Thread | null> {
  return selectOne(ctx, Thread, "t", `threads t WHERE t.id = ?${forUpdate(ctx)}`, [id], without);
}

/** The numbers of a thread that its replies change. */
export type ReplyNumbers = Pick<
  Thread,
  "lastNumber" | "postCount" | "hotScore" | "lastPostedAt" | "lastPostedById"
>;

/**
 * Raw since each reply runs it.
 * Stores the numbers of a locked thread that its replies change.
 */
export async function setReplyNumbers(ctx: Context, id: number, numbers: ReplyNumbers): Promise<void> {
  const { lastNumber, postCount, hotScore, lastPostedAt, lastPostedById } = numbers;
  await run(
    ctx,
    "UPDATE threads SET lastNumber = ?, postCount = ?, hotScore = ?, lastPostedAt = ?, lastPostedById = ? WHERE id = ?",
    [lastNumber, postCount, hotScore, lastPostedAt, lastPostedById, id],
  );
}
