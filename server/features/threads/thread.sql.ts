import type { Context } from "../../core/context.ts";
import { marks, rows, run, select, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { Thread } from "./thread.entity.ts";

/** Columns that lists leave in the database; see `readThreadTexts`. */
export const LONG_TEXTS: readonly string[] = ["body", "bodyHtml", "plainText"];

/** Reads threads by id without their long texts. Raw since every list of threads runs it. */
export function readThreads(ctx: Context, ids: readonly number[]): Promise<Thread[]> {
  return select(ctx, Thread, "t", `threads t WHERE t.id IN (${marks(ids)})`, ids, LONG_TEXTS);
}

/** Reads a thread with all its texts. Raw since the page of a thread and each like of one run it. */
export function readThread(ctx: Context, id: number): Promise<Thread | null> {
  return selectOne(ctx, Thread, "t", "threads t WHERE t.id = ?", [id]);
}

/** The text of a thread as written and as HTML. */
export interface ThreadText {
  readonly id: number;
  readonly body: string;
  readonly bodyHtml: string;
}

/** Reads the texts of threads by id. Raw since lists that show texts run it. */
export function readThreadTexts(ctx: Context, ids: readonly number[]): Promise<ThreadText[]> {
  const sql = `SELECT t.id, t.body, t.bodyHtml FROM threads t WHERE t.id IN (${marks(ids)})`;
  return rows<ThreadText>(ctx, sql, ids);
}

/**
 * Reads a thread without the named columns and locks it until the transaction ends; null if there is none.
 * Raw since each reply and each like begins with it.
 */
export function lockThreadRow(ctx: Context, id: number, without: readonly string[]): Promise<Thread | null> {
  return selectOne(ctx, Thread, "t", `threads t WHERE t.id = ?${forUpdate(ctx)}`, [id], without);
}

/** Columns of a thread that its replies change. */
export type ReplyNumbers = Pick<
  Thread,
  "lastNumber" | "postCount" | "hotScore" | "lastPostedAt" | "lastPostedById" | "lastPosterIds"
>;

/** Stores the columns of a locked thread that its replies change. Raw since each reply runs it. */
export async function setReplyNumbers(ctx: Context, id: number, numbers: ReplyNumbers): Promise<void> {
  const { lastNumber, postCount, hotScore, lastPostedAt, lastPostedById, lastPosterIds } = numbers;
  await run(
    ctx,
    "UPDATE threads SET lastNumber = ?, postCount = ?, hotScore = ?, lastPostedAt = ?, lastPostedById = ?, lastPosterIds = ? WHERE id = ?",
    [lastNumber, postCount, hotScore, lastPostedAt, lastPostedById, lastPosterIds, id],
  );
}
