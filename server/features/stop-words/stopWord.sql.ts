import type { Context } from "../../core/context.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { StopWord } from "./stopWord.entity.ts";
import type { StopWordBatchItem } from "./stopWordBatch.entity.ts";

/** Words that one statement reads. */
const READ_TOGETHER = 500;

/**
 * An import, its undoing and a deletion read up to 10,000 words: hydrating them would stop the process for half a second.
 * Reads the words of these ids or texts; those that do not exist are left out.
 */
export async function readWords(
  ctx: Context,
  column: "id" | "find",
  values: readonly (number | string)[],
): Promise<StopWord[]> {
  const words: StopWord[] = [];
  for (let at = 0; at < values.length; at += READ_TOGETHER) {
    const part = values.slice(at, at + READ_TOGETHER);
    const from = `stop_words w WHERE w.${column} IN (${marks(part)})`;
    words.push(...(await select(ctx, StopWord, "w", from, part)));
  }
  return words;
}

/** One word of a batch, before and after, as JSON; null where there was none. */
export type BatchItem = Pick<StopWordBatchItem, "find" | "before" | "after">;

/** As many rows as a batch has words, see `readWords`. Reads what a batch did, in the order of the words. */
export function readBatchItems(ctx: Context, batchId: number): Promise<BatchItem[]> {
  return rows<BatchItem>(
    ctx,
    `SELECT i.find, i.before AS \`before\`, i.after AS \`after\`
     FROM stop_word_batch_items i WHERE i.batchId = ? ORDER BY i.find`,
    [batchId],
  );
}
