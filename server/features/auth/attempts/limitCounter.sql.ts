import type { Context } from "../../../core/context.ts";
import { run } from "../../../core/sql.ts";

/**
 * An atomic upsert whose values depend on the row that is there: TypeORM cannot say it.
 * Adds one to a counter, which begins anew with the given end if its time is over; locks the row until commit.
 */
export async function raiseCounter(ctx: Context, id: string, endsAt: Date): Promise<void> {
  const isMysql = ctx.services.database.engine === "mysql";
  const conflict = isMysql ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET";
  const given = isMysql ? "VALUES(endsAt)" : "excluded.endsAt";
  const table = "limit_counters";
  // MySQL assigns from left to right, so the end comes last: the others look at it.
  await run(
    ctx,
    `INSERT INTO ${table} (id, points, endsAt, restUntil) VALUES (?, 1, ?, NULL) ${conflict}
       points = CASE WHEN ${table}.endsAt <= ? THEN 1 ELSE ${table}.points + 1 END,
       restUntil = CASE WHEN ${table}.endsAt <= ? THEN NULL ELSE ${table}.restUntil END,
       endsAt = CASE WHEN ${table}.endsAt <= ? THEN ${given} ELSE ${table}.endsAt END`,
    [id, endsAt, ctx.now, ctx.now, ctx.now],
  );
}
