import type { Context } from "../../../core/context.ts";
import { rows } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";

/**
 * Raw since every row of the forum is read, a few columns of each.
 * Reads the next rows after an id and keeps others from changing them until the transaction ends.
 */
export function lockNextRows<R>(
  ctx: Context,
  columnsFrom: string,
  alias: string,
  afterId: number,
  limit: number,
): Promise<R[]> {
  const sql = `SELECT ${columnsFrom} WHERE ${alias}.id > ? ORDER BY ${alias}.id LIMIT ?${forUpdate(ctx)}`;
  return rows<R>(ctx, sql, [afterId, limit]);
}
