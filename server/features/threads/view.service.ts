import type { Context, Services } from "../../core/context.ts";
import { marks, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";

/** Views wait at most this long in memory; a crash loses what waits, a stop in good order does not. */
export const VIEW_FLUSH_MS = 5000;
/** Ids of one UPDATE. */
const IDS_PER_STATEMENT = 500;

const waiting = new WeakMap<Services, Map<number, number>>();

/** Counts one view of a thread, without writing anything yet: reading must not wait for the writer. */
export function countView({ services }: Pick<Context, "services">, threadId: number): void {
  let counts = waiting.get(services);
  if (!counts) waiting.set(services, (counts = new Map()));
  counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
}

/** Writes the views that wait. */
export async function flushViewCounts(ctx: Context): Promise<void> {
  const counts = waiting.get(ctx.services);
  if (!counts || counts.size === 0) return;
  waiting.delete(ctx.services);
  const idsByCount = new Map<number, number[]>();
  for (const [id, count] of [...counts].sort(([a], [b]) => a - b)) {
    const ids = idsByCount.get(count);
    if (ids) ids.push(id);
    else idsByCount.set(count, [id]);
  }
  try {
    await inTransaction(ctx, async (ctx) => {
      for (const [count, ids] of idsByCount) {
        for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
          const part = ids.slice(start, start + IDS_PER_STATEMENT);
          await run(ctx, `UPDATE threads SET viewCount = viewCount + ? WHERE id IN (${marks(part)})`, [
            count,
            ...part,
          ]);
        }
      }
    });
  } catch (error) {
    // They count again at the next flush.
    const newer = waiting.get(ctx.services) ?? new Map<number, number>();
    for (const [id, count] of counts) newer.set(id, (newer.get(id) ?? 0) + count);
    waiting.set(ctx.services, newer);
    throw error;
  }
}
