import type { Context } from "../../core/context.ts";
import { marks, row, rows, select } from "../../core/sql.ts";
import { StopWord } from "./stopWord.entity.ts";
import type { ParsedWord } from "./lines.ts";
import type { StopWordBatchItem } from "./stopWordBatch.entity.ts";

/** Words per statement. */
const READ_TOGETHER = 500;

/**
 * Reads the words of these ids or texts; those that do not exist are left out. Raw since an import, its undoing and a
 * deletion read up to 10,000 words: hydrating them would stop the process for half a second.
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

/** Reads the words of a batch, in their order. Raw for the same reason as `readWords`. */
export function readBatchItems(ctx: Context, batchId: number): Promise<BatchItem[]> {
  return rows<BatchItem>(
    ctx,
    `SELECT i.find, i.before AS \`before\`, i.after AS \`after\`
     FROM stop_word_batch_items i WHERE i.batchId = ? ORDER BY i.find`,
    [batchId],
  );
}

/** Condition of a search; its value is made by `patternFor`, in which nothing is a wildcard. */
const CONTAINS = "w.find LIKE ? ESCAPE '!'";

function patternFor(part: string | null | undefined): string {
  return `%${(part ?? "").trim().replace(/[!%_]/g, "!$&")}%`;
}

/** Reads words that contain a text after an id. Raw since a search escapes wildcards. */
export function readWordsWith(
  ctx: Context,
  part: string | null | undefined,
  afterId: number,
  limit: number,
): Promise<StopWord[]> {
  const from = `stop_words w WHERE w.id > ? AND ${CONTAINS} ORDER BY w.id LIMIT ?`;
  return select(ctx, StopWord, "w", from, [afterId, patternFor(part), limit]);
}

/** Reads a numbered page of words that contain a text, newest first. Raw like `readWordsWith`. */
export function readNumberedWords(
  ctx: Context,
  part: string,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<StopWord[]> {
  const from = `stop_words w WHERE ${CONTAINS} ORDER BY w.id DESC LIMIT ? OFFSET ?`;
  return select(ctx, StopWord, "w", from, [patternFor(part), perPage, (page - 1) * perPage]);
}

/** Counts words that contain a text. Raw like `readWordsWith`. */
export async function countWordsWith(ctx: Context, part: string): Promise<number> {
  const sql = `SELECT COUNT(*) AS n FROM stop_words w WHERE ${CONTAINS}`;
  const counted = await row<{ n: number }>(ctx, sql, [patternFor(part)]);
  return Number(counted!.n);
}

/** A word as it is listed: with its rule, without its author and dates. */
export type WordRow = ParsedWord & { readonly id: number };

/** Reads the next words after an id. Raw since the filter and the export read up to fifty thousand. */
export function readNextWords(ctx: Context, afterId: number, limit: number): Promise<WordRow[]> {
  return rows<WordRow>(
    ctx,
    `SELECT w.id, w.find, w.replacement, w.ugc, w.username, w.signature, w.dialog, w.nickname FROM stop_words w
     WHERE w.id > ? ORDER BY w.id LIMIT ?`,
    [afterId, limit],
  );
}

/** Reads the version of the list; 0 before the first. Raw since each text that is written waits for it. */
export async function readVersion(ctx: Context): Promise<number> {
  const list = await row<{ version: number }>(ctx, "SELECT l.version FROM stop_word_list l WHERE l.id = 1");
  return Number(list?.version ?? 0);
}
