import { type FindOptionsWhere, LessThan } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import type { Context } from "./context.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "./paging.ts";
import { unhurried } from "./slices.ts";
import { inTransaction } from "./transaction.ts";

/** A table of batches, each under an id, so that they can be listed and undone. */
export interface BatchTable<T extends { readonly id: number }> {
  /** Names the list in its cursors. */
  readonly list: string;
  readonly entity: new () => T;
}

/**
 * Rows of a page, newest first, and one more if another page follows; `newestPage` makes a page of them.
 * @throws {DomainError} INVALID_PARAMETER for a wrong size or cursor.
 */
export function newestRows<T extends { readonly id: number }>(
  ctx: Context,
  { list, entity }: BatchTable<T>,
  page: PageRequest,
): Promise<T[]> {
  const first = checkFirst(page.first);
  const below = page.after ? decodeCursor(list, page.after, ["number"])[0]! : Number.MAX_SAFE_INTEGER;
  const where = { id: LessThan(below) } as FindOptionsWhere<T>;
  return ctx.db.find(entity, { where, order: { id: "DESC" } as never, take: first + 1 });
}

/** A page of rows that `newestRows` read, or of what is shown of them. */
export function newestPage<V extends { readonly id: number }>(
  { list }: Pick<BatchTable<V>, "list">,
  { first, after }: PageRequest,
  found: readonly V[],
): Connection<V> {
  return pageOf(found, first, ({ id }) => encodeCursor(list, [id]), Boolean(after));
}

/** Time for which a batch can be undone, in milliseconds: a year. The audit log keeps what was done. */
export const BATCHES_KEPT_MS = 365 * 86_400_000;

/** Deletes batches that are too old to be undone with what they hold, one by one. */
export async function deleteOldBatches<T extends { readonly id: number; readonly createdAt: Date }>(
  ctx: Context,
  { entity }: Pick<BatchTable<T>, "entity">,
  parts: readonly (new () => { readonly batchId: number })[],
  stopping: AbortSignal,
): Promise<void> {
  const pause = unhurried(stopping);
  for (;;) {
    const [oldest] = await ctx.db.find(entity, { order: { id: "ASC" } as never, take: 1 });
    if (!oldest || ctx.now.getTime() - oldest.createdAt.getTime() < BATCHES_KEPT_MS) return;
    const { id } = oldest;
    await inTransaction(ctx, async (ctx) => {
      for (const part of parts) await ctx.db.delete(part, { batchId: id });
      await ctx.db.delete(entity, { id } as FindOptionsWhere<T>);
    });
    await pause();
  }
}

/** Notes who undid it, and when. */
export async function markUndone<T extends { readonly id: number }>(
  ctx: Context,
  { entity }: Pick<BatchTable<T>, "entity">,
  id: number,
): Promise<void> {
  const undone = { undoneAt: ctx.now, undoneById: ctx.viewer.id };
  await ctx.db.update(entity, { id } as FindOptionsWhere<T>, undone as unknown as QueryDeepPartialEntity<T>);
}
