import type { MovedTable, Side } from "./side.ts";
import { sizeOf, type Row } from "./values.ts";

/** Rows that are read together at first, and at most. */
const [SLICE_ROWS, SLICE_ROWS_MAX] = [200, 2_000];
/** Bytes of the rows that are read together: the next slice is as long as the last one says. */
const SLICE_BYTES = 4_000_000;

/** Reads a table in the order of its key, a slice at a time. */
export async function* slicesOf(
  side: Pick<Side, "slice">,
  table: MovedTable,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for (let limit = SLICE_ROWS; ;) {
    const rows: Row[] = await side.slice(table, last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1)!;
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    limit = Math.max(1, Math.min(SLICE_ROWS_MAX, Math.floor(SLICE_BYTES / (bytes / rows.length))));
  }
}
