import type { Context } from "../../../core/context.ts";
import { marks, select } from "../../../core/sql.ts";
import { ThreadEvent } from "./threadEvent.entity.ts";

/** Reads the newest events of each thread, the oldest of them first. Raw since TypeORM has no window functions. */
export function readNewestEvents(
  ctx: Context,
  threadIds: readonly number[],
  perThread: number,
): Promise<ThreadEvent[]> {
  return select(
    ctx,
    ThreadEvent,
    "x",
    `(SELECT e.*, ROW_NUMBER() OVER (PARTITION BY e.threadId ORDER BY e.createdAt DESC, e.id DESC) AS place
      FROM thread_events e WHERE e.threadId IN (${marks(threadIds)})
     ) x WHERE x.place <= ? ORDER BY x.threadId, x.place DESC`,
    [...threadIds, perThread],
  );
}
