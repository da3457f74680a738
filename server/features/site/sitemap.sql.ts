import type { Context, SqlValue } from "../../core/context.ts";
import { marks, rows, timeOf } from "../../core/sql.ts";

/** A thread as the sitemap lists it. */
export interface SitemapThread {
  readonly id: number;
  readonly lastPostedAt: Date;
}

/**
 * Raw since a sitemap reads up to 50,000 rows of two columns.
 * Reads the newest visible threads below an id that lie in all of several sets of categories.
 */
export async function threadsForSitemap(
  ctx: Context,
  categorySets: readonly (readonly number[])[],
  below: number,
  limit: number,
): Promise<SitemapThread[]> {
  const filters = categorySets.map((ids) => `AND t.categoryId IN (${marks(ids)})`).join(" ");
  const values: SqlValue[] = [below, ...categorySets.flat(), limit];
  const threads = await rows<{ id: number; lastPostedAt: string | Date }>(
    ctx,
    `SELECT t.id, t.lastPostedAt FROM threads t
     WHERE t.id < ? AND t.visible = 1 ${filters} ORDER BY t.id DESC LIMIT ?`,
    values,
  );
  return threads.map(({ id, lastPostedAt }) => ({ id, lastPostedAt: timeOf(lastPostedAt) }));
}
