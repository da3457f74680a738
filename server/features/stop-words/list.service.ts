import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert } from "../../core/write.ts";
import { buildFilter } from "./filter/filter.service.ts";
import { StopWordList } from "./stopWordList.entity.ts";

/** The one row of the list. */
const LIST = { id: 1 } as const;

/** Creates the version of the list, and builds the filter before the first text comes. */
export async function prepareList(ctx: Context): Promise<void> {
  if (!(await ctx.db.existsBy(StopWordList, LIST)))
    await inTransaction(ctx, (ctx) => insert(ctx, StopWordList, { ...LIST, version: 1 }));
  await buildFilter(ctx);
}

/**
 * Begins a change of the list: others who change it wait, and every program takes it up.
 * @returns the number of the list as it will be
 */
export async function lockList(ctx: Context): Promise<number> {
  await ctx.db.increment(StopWordList, LIST, "version", 1);
  return (await ctx.db.findOneByOrFail(StopWordList, LIST)).version;
}
