import type { Context } from "../../../core/context.ts";
import { rows } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";

/** Columns of the rows that the index is made of. */
export interface IndexedRows {
  readonly threads: { id: number; title: string; body: string; visible: number };
  readonly posts: { id: number; threadId: number; body: string; visible: number };
  readonly users: { id: number; nickname: string };
  readonly topics: { id: number; name: string };
}

const COLUMNS = {
  threads: "x.id, x.title, x.body, x.visible",
  posts: "x.id, x.threadId, x.body, x.visible",
  users: "x.id, x.nickname",
  topics: "x.id, x.name",
} as const satisfies Record<keyof IndexedRows, string>;

/**
 * Reads the next rows after an id and locks them until the transaction ends. Raw since every row of the forum is read,
 * a few columns of each.
 */
export function lockNextRows<T extends keyof IndexedRows>(
  ctx: Context,
  table: T,
  afterId: number,
  limit: number,
): Promise<IndexedRows[T][]> {
  const sql = `SELECT ${COLUMNS[table]} FROM ${table} x WHERE x.id > ? ORDER BY x.id LIMIT ?${forUpdate(ctx)}`;
  return rows<IndexedRows[T]>(ctx, sql, [afterId, limit]);
}
