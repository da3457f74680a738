import type { Context } from "../../../core/context.ts";
import { row, rows, run } from "../../../core/sql.ts";

/** A text with its sums. */
export interface CountedText {
  readonly words: string;
  readonly askerCount: number;
  readonly lastDay: string;
}

/** Reads the most frequent texts since a day. Raw, a sum. */
export async function readFrequent(ctx: Context, from: string, limit: number): Promise<CountedText[]> {
  const sums = await rows<CountedText>(
    ctx,
    `SELECT f.words, SUM(f.askerCount) AS askerCount, MAX(f.day) AS lastDay FROM fruitless_searches f
     WHERE f.day >= ? GROUP BY f.words ORDER BY SUM(f.askerCount) DESC, MAX(f.day) DESC, f.words LIMIT ${limit}`,
    [from],
  );
  return sums.map((sum) => ({ ...sum, askerCount: Number(sum.askerCount) }));
}

/** Reads the last day of which no row has to be kept, so that about so many stay; null if there are fewer. Raw, an offset. */
export async function readSuperfluousDay(ctx: Context, kept: number): Promise<string | null> {
  const sql = `SELECT f.day FROM fruitless_searches f ORDER BY f.day DESC, f.words LIMIT 1 OFFSET ${kept}`;
  return (await row<{ day: string }>(ctx, sql))?.day ?? null;
}

/** Deletes the rows up to a day. Raw, a range. */
export async function deleteUpTo(ctx: Context, day: string): Promise<void> {
  await run(ctx, "DELETE FROM fruitless_searches WHERE day <= ?", [day]);
}
