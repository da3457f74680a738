import type { Context, SqlValue } from "../../core/context.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { Change } from "./change.entity.ts";

/** Raw since a delivery reads the newest of each of several things at once. Reads the last change of each thing. */
export function readLatest(ctx: Context, things: readonly string[]): Promise<Change[]> {
  if (things.length === 0) return Promise.resolve([]);
  const newest = `SELECT MAX(n.id) FROM changes n WHERE n.thing IN (${marks(things)}) GROUP BY n.thing`;
  return select(ctx, Change, "c", `changes c WHERE c.id IN (${newest})`, [...things]);
}

/** Raw since it joins the table with itself. Reads the changes that those between two numbers have overtaken. */
export async function readEarlier(ctx: Context, afterId: number, upToId: number): Promise<number[]> {
  const earlier = await rows<{ id: number }>(
    ctx,
    `SELECT DISTINCT o.id FROM changes n JOIN changes o ON o.thing = n.thing AND o.id < n.id
     WHERE n.id > ? AND n.id <= ?`,
    [afterId, upToId],
  );
  return earlier.map(({ id }) => Number(id));
}

/** Changes that a reader asks for. */
export interface ChangeRange {
  readonly afterId: number;
  readonly limit: number;
  /** Categories that the reader reads. */
  readonly categories: "all" | readonly number[];
}

/** Reads changes in their order, those alone whose category before or after the reader reads. */
export function readChanges(ctx: Context, { afterId, limit, categories }: ChangeRange): Promise<Change[]> {
  const values: SqlValue[] = [afterId];
  let where = "c.id > ?";
  if (categories !== "all") {
    where += ` AND (c.categoryId IN (${marks(categories)}) OR c.fromCategoryId IN (${marks(categories)}))`;
    values.push(...categories, ...categories);
  }
  return select(ctx, Change, "c", `changes c WHERE ${where} ORDER BY c.id LIMIT ?`, [...values, limit]);
}
