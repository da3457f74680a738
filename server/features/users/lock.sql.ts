import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";

/**
 * Raw since SQLite, with its one writer, needs no statement at all, and only the ids are read.
 * Locks members in ascending order of id, so that two members who act on each other at once do not deadlock.
 */
export async function lockMembers(ctx: Context, userIds: readonly number[]): Promise<void> {
  if (ctx.services.database.engine === "sqlite") return;
  const where = `u.id IN (${marks(userIds)}) ORDER BY u.id${forUpdate(ctx)}`;
  await rows(ctx, `SELECT u.id FROM users u WHERE ${where}`, userIds);
}
