import type { Context } from "../../../core/context.ts";
import { marks, rows } from "../../../core/sql.ts";
import { OrderKind, OrderState } from "../order.entity.ts";

/** Raw since the newest few members of each of several threads are one statement with a window. */

/** Most members who are named. */
export const TIPPERS_MAX = 10;

/** Members who tipped the author of a thread. */
export interface Tippers {
  readonly count: number;
  /** The newest first, at most ten. */
  readonly newestIds: readonly number[];
}

/** Reads who tipped the authors of threads; each member counts once per thread. */
export async function selectTippers(
  ctx: Context,
  threadIds: readonly number[],
): Promise<Map<number, Tippers>> {
  const found = await rows<{ threadId: number; userId: number; total: number }>(
    ctx,
    `SELECT s.threadId, s.userId, s.total FROM (
       SELECT o.threadId, o.userId,
         ROW_NUMBER() OVER (PARTITION BY o.threadId ORDER BY MAX(o.id) DESC) AS place,
         COUNT(*) OVER (PARTITION BY o.threadId) AS total
       FROM orders o WHERE o.kind = ? AND o.state = ? AND o.threadId IN (${marks(threadIds)})
       GROUP BY o.threadId, o.userId
     ) s WHERE s.place <= ? ORDER BY s.threadId, s.place`,
    [OrderKind.TIP, OrderState.PAID, ...threadIds, TIPPERS_MAX],
  );
  const tippers = new Map<number, Tippers>();
  for (const { threadId, userId, total } of found) {
    const newestIds = [...(tippers.get(Number(threadId))?.newestIds ?? []), Number(userId)];
    tippers.set(Number(threadId), { count: Number(total), newestIds });
  }
  return tippers;
}
