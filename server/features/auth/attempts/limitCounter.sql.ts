import type { Context } from "../../../core/context.ts";
import { marks, rows, run } from "../../../core/sql.ts";
import type { LimitCounter } from "./limitCounter.entity.ts";

/** Reads counters. Raw since every payment runs it. */
export function readCounters(
  ctx: Context,
  ids: readonly string[],
): Promise<(Pick<LimitCounter, "id" | "points"> & { readonly endsAt: Date | string })[]> {
  return rows(
    ctx,
    `SELECT c.id, c.points, c.endsAt FROM limit_counters c WHERE c.id IN (${marks(ids)})`,
    ids,
  );
}

/**
 * Raw since it is an atomic upsert whose values depend on the existing row, which TypeORM cannot say.
 * Adds one to a counter, which restarts with the given end if its time is over; locks the row until commit.
 */
export async function raiseCounter(ctx: Context, id: string, endsAt: Date): Promise<void> {
  const isMysql = ctx.services.database.engine === "mysql";
  const conflict = isMysql ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET";
  const newEnd = isMysql ? "VALUES(endsAt)" : "excluded.endsAt";
  const table = "limit_counters";
  // MySQL assigns from left to right, so the end comes last: the others read it.
  await run(
    ctx,
    `INSERT INTO ${table} (id, points, endsAt, restUntil) VALUES (?, 1, ?, NULL) ${conflict}
       points = CASE WHEN ${table}.endsAt <= ? THEN 1 ELSE ${table}.points + 1 END,
       restUntil = CASE WHEN ${table}.endsAt <= ? THEN NULL ELSE ${table}.restUntil END,
       endsAt = CASE WHEN ${table}.endsAt <= ? THEN ${newEnd} ELSE ${table}.endsAt END`,
    [id, endsAt, ctx.now, ctx.now, ctx.now],
  );
}
