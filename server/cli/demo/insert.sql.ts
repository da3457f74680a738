import type { Context, SqlValue } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/** Values of one statement; both engines take more. */
const VALUES_MAX = 12_000;

/**
 * A community is written at once, tens of thousands of rows into tables by name: TypeORM takes many times as long.
 * Inserts rows many at a time.
 * @param table name of the table, quoted where it must be
 * @param rows each with the same keys, which are the columns
 */
export async function insertRows(
  ctx: Context,
  table: string,
  rows: readonly Readonly<Record<string, SqlValue>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const atOnce = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, columns.length)));
  const names = columns.map((column) => `\`${column}\``).join(", ");
  const place = `(${columns.map(() => "?").join(", ")})`;
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    const values = some.flatMap((row) => columns.map((column) => row[column] ?? null));
    await run(ctx, `INSERT INTO ${table} (${names}) VALUES ${some.map(() => place).join(", ")}`, values);
  }
}
