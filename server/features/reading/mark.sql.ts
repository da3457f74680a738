import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/** The number moves forward only, whichever of two devices is the later one to tell. */
const FORWARD = {
  sqlite: `ON CONFLICT (userId, threadId) DO UPDATE SET number = excluded.number, readAt = excluded.readAt
    WHERE excluded.number > read_marks.number`,
  // The time first: the assignments see each other's results in their order.
  mysql: `ON DUPLICATE KEY UPDATE readAt = IF(VALUES(number) > number, VALUES(readAt), readAt),
    number = GREATEST(number, VALUES(number))`,
} as const;

/**
 * Raw since the entity manager's upsert cannot compare with the row that exists.
 * Stores how far the viewer has read a thread, in the caller's transaction, unless the stored number is higher.
 */
export async function moveMarkForward(ctx: Context, threadId: number, number: number): Promise<void> {
  await run(
    ctx,
    `INSERT INTO read_marks (userId, threadId, number, readAt) VALUES (?, ?, ?, ?)
     ${FORWARD[ctx.services.database.engine]}`,
    [ctx.viewer.id, threadId, number, ctx.now],
  );
}
