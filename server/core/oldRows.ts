import { type FindOptionsOrder, type FindOptionsWhere, In, type ObjectLiteral } from "typeorm";
import type { Context } from "./context.ts";
import { unhurried } from "./slices.ts";
import { inTransaction } from "./transaction.ts";

/** Rows of one transaction. */
const SLICE = 100;

/** Rows that are not needed any more; the order is that of an index, so that each slice is found at once. */
export interface OldRows<T> {
  readonly where: FindOptionsWhere<T>;
  readonly order: FindOptionsOrder<T>;
}

/** Deletes rows slice by slice, so that writers in between do not wait for all of them. */
export async function deleteOldRows<T extends ObjectLiteral & { readonly id: number | string }>(
  ctx: Context,
  table: new () => T,
  { where, order }: OldRows<T>,
  stopping: AbortSignal,
): Promise<void> {
  const pause = unhurried(stopping);
  const select = { id: true } as never;
  for (;;) {
    const old = await ctx.db.find(table, { select, where, order, take: SLICE });
    if (old.length === 0) return;
    const among = { ...where, id: In(old.map(({ id }) => id)) };
    // Once more with the condition: some may be needed again by now.
    await inTransaction(ctx, (ctx) => ctx.db.delete(table, among));
    await pause();
  }
}
