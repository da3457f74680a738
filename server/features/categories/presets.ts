import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert } from "../../core/write.ts";
import { Category } from "./category.entity.ts";
import { invalidateCategories } from "./category.service.ts";

/** The category of a new forum (legacy seed); administrators rename it. */
export const FIRST_CATEGORY = "默认板块";

/** Creates a category on a database that has none, so that the first member can publish. */
export async function createFirstCategory(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await ctx.db.exists(Category)) return;
    const texts = { name: FIRST_CATEGORY, description: "", icon: "", color: "" };
    await insert(ctx, Category, { ...texts, sort: 0, threadCount: 0, createdAt: ctx.now });
  });
  invalidateCategories(ctx.services);
}
