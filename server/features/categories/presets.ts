import type { Context } from "../../core/context.ts";
import { row, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { forgetCategories } from "./category.service.ts";

/** The category of a new forum (legacy seed); administrators rename it. */
const FIRST_CATEGORY = "默认分类";

/** Creates a category on a database that has none, so that the first member can publish. */
export async function createFirstCategory(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await row(ctx, "SELECT c.id FROM categories c LIMIT 1")) return;
    await run(
      ctx,
      `INSERT INTO categories (name, description, icon, sort, parentId, threadCount, createdAt)
       VALUES (?, '', '', 0, NULL, 0, ?)`,
      [FIRST_CATEGORY, ctx.now],
    );
  });
  forgetCategories(ctx.services);
}
