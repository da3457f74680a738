import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { Category } from "./category.entity.ts";

/**
 * Adds to a category's count of threads, in the caller's transaction.
 * @throws {DomainError} NOT_FOUND if the category has been deleted.
 */
export async function countThreadIn(ctx: Context, categoryId: number, by: 1 | -1): Promise<void> {
  const { affected } = await ctx.db.increment(Category, { id: categoryId }, "threadCount", by);
  if (affected === 0) throw new DomainError("NOT_FOUND", { field: "categoryId" });
}

/** Moves a thread from the count of one category to that of another, in the caller's transaction. */
export async function moveThreadCount(ctx: Context, from: number, to: number): Promise<void> {
  // In ascending order, so that two moves in opposite directions do not deadlock.
  for (const id of [from, to].sort((a, b) => a - b))
    await ctx.db.increment(Category, { id }, "threadCount", id === to ? 1 : -1);
}

/** Sets a counter that was wrong to the counted value, in the caller's transaction. */
export async function correctCategoryCounter(
  ctx: Context,
  categoryId: number,
  column: "threadCount",
  counted: number,
): Promise<void> {
  await ctx.db.update(Category, { id: categoryId }, { [column]: counted });
}
