import type { Side } from "./side.ts";

/** Counts the rows of a table. */
export async function rowsIn(side: Side, table: string): Promise<number> {
  const [count] = await side.ask<{ n: number | string }>(`SELECT COUNT(*) AS n FROM \`${table}\``);
  return Number(count!.n);
}
