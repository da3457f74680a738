import type { Context } from "./context.ts";
import type { ErasureHook } from "./hooks.ts";
import { inTransaction } from "./transaction.ts";

/** Makes the hook that deletes all rows of a member from tables of its feature, in the order given. */
export function eraseRows(name: string, ...tables: readonly (new () => { userId: number })[]): ErasureHook {
  return {
    name,
    erase: (ctx: Context, userId: number) =>
      inTransaction(ctx, async (ctx) => {
        for (const table of tables) await ctx.db.delete(table, { userId } as never);
      }),
  };
}
