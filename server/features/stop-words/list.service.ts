import type { Context } from "../../core/context.ts";
import { row, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { buildFilter } from "./filter.service.ts";

/** Gives the list its number, and has the filter ready before the first text comes. */
export async function beginList(ctx: Context): Promise<void> {
  if (!(await row(ctx, "SELECT l.id FROM stop_word_list l WHERE l.id = 1")))
    await inTransaction(ctx, (ctx) => run(ctx, "INSERT INTO stop_word_list (id, version) VALUES (1, 1)"));
  await buildFilter(ctx);
}

/**
 * Begins a change of the list: others who change it wait, and every program takes it up.
 * @returns the number of the list as it will be
 */
export async function lockList(ctx: Context): Promise<number> {
  await run(ctx, "UPDATE stop_word_list SET version = version + 1 WHERE id = 1");
  const found = await row<{ version: number }>(ctx, "SELECT l.version FROM stop_word_list l WHERE l.id = 1");
  return Number(found!.version);
}
