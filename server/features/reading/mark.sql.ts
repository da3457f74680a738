import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";

/** The number moves forward only, whichever of two devices reports last. */
const FORWARD = {
  sqlite: `ON CONFLICT (userId, threadId) DO UPDATE SET number = excluded.number, readAt = excluded.readAt
    WHERE excluded.number > read_marks.number`,
  // The time first: the assignments see each other's results in their order.
  mysql: `ON DUPLICATE KEY UPDATE readAt = IF(VALUES(number) > number, VALUES(readAt), readAt),
    number = GREATEST(number, VALUES(number))`,
} as const;

/** The viewer's place in a thread. */
export interface MarkRow {
  readonly threadId: number;
  readonly number: number;
}

/** Reads the viewer's places in threads. Raw since members' lists of threads run it. */
export function readMarks(ctx: Context, threadIds: readonly number[]): Promise<MarkRow[]> {
  const ids = marks(threadIds);
  const sql = `SELECT m.threadId, m.number FROM read_marks m WHERE m.userId = ? AND m.threadId IN (${ids})`;
  return rows<MarkRow>(ctx, sql, [ctx.viewer.id, ...threadIds]);
}

/**
 * Stores the viewer's place in a thread, in the caller's transaction, unless the stored number is higher.
 * Raw since the entity manager's upsert cannot compare with the row that exists.
 */
export async function moveMarkForward(ctx: Context, threadId: number, number: number): Promise<void> {
  await run(
    ctx,
    `INSERT INTO read_marks (userId, threadId, number, readAt) VALUES (?, ?, ?, ?)
     ${FORWARD[ctx.services.database.engine]}`,
    [ctx.viewer.id, threadId, number, ctx.now],
  );
}
