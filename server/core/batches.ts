import type { Context } from "./context.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "./paging.ts";
import { run, select } from "./sql.ts";

/** Where things done are kept, each under an id, so that they can be listed and undone. */
export interface BatchTable<T extends { readonly id: number }> {
  /** Names the list in its cursors. */
  readonly list: string;
  readonly table: string;
  readonly entity: new () => T;
}

/**
 * Rows of a page, newest first, and one more if another page follows; `newestPage` makes a page of them.
 * @throws {DomainError} INVALID_PARAMETER for a wrong size or cursor.
 */
export function newestRows<T extends { readonly id: number }>(
  ctx: Context,
  { list, table, entity }: BatchTable<T>,
  page: PageRequest,
): Promise<T[]> {
  const first = checkFirst(page.first);
  const below = page.after ? decodeCursor(list, page.after, ["number"])[0]! : Number.MAX_SAFE_INTEGER;
  return select(ctx, entity, "b", `${table} b WHERE b.id < ? ORDER BY b.id DESC LIMIT ?`, [below, first + 1]);
}

/** A page of rows that `newestRows` read, or of what is told of them. */
export function newestPage<V extends { readonly id: number }>(
  { list }: Pick<BatchTable<V>, "list">,
  { first, after }: PageRequest,
  found: readonly V[],
): Connection<V> {
  return pageOf(found, first, ({ id }) => encodeCursor(list, [id]), Boolean(after));
}

/** Notes who undid it, and when. */
export async function markUndone(
  ctx: Context,
  { table }: Pick<BatchTable<never>, "table">,
  id: number,
): Promise<void> {
  const sql = `UPDATE ${table} SET undoneAt = ?, undoneById = ? WHERE id = ?`;
  await run(ctx, sql, [ctx.now, ctx.viewer.id, id]);
}
