import type { SealedColumn } from "./secrets.ts";

/** First characters of sealed text, so that text stored in the open before stays readable. */
export const SEALED_MARK = "sealed:1:";

/** Maximum sealed values tried per column. */
const TRIED_MAX = 2_000;

/** Writes the statement that reads the sealed values of a column. Raw since the columns are named by their features. */
export function sealedValuesSql({ table, column }: SealedColumn): string {
  return `SELECT t.${column} AS sealed FROM ${table} t WHERE t.${column} LIKE '${SEALED_MARK}%' LIMIT ${TRIED_MAX}`;
}
