import { In, type EntityTarget } from "typeorm";
import type { Context, Services } from "./context.ts";
import { inTransaction } from "./transaction.ts";

/** Views wait at most this long in memory; a crash loses what waits, a stop in good order does not. */
export const VIEW_FLUSH_MS = 5000;
/** Ids of one UPDATE. */
const IDS_PER_STATEMENT = 500;

/** Views of the rows of one table that are not written yet. */
export interface ViewBuffer {
  /** Counts one view, without writing anything yet: reading must not wait for the writer. */
  count(ctx: Pick<Context, "services">, id: number): void;
  /** Writes the views that wait. */
  flush(ctx: Context): Promise<void>;
}

/** An entity with views. */
interface Viewed {
  id: number;
  viewCount: number;
}

/** Declares the buffer of a table with a column `viewCount`; each running program (each `Services`) has its own. */
export function viewBuffer(table: EntityTarget<Viewed>): ViewBuffer {
  const waiting = new WeakMap<Services, Map<number, number>>();
  return {
    count({ services }, id) {
      let counts = waiting.get(services);
      if (!counts) waiting.set(services, (counts = new Map()));
      counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    async flush(ctx) {
      const counts = waiting.get(ctx.services);
      if (!counts || counts.size === 0) return;
      waiting.delete(ctx.services);
      try {
        await write(ctx, table, idsByCount(counts));
      } catch (error) {
        // They count again at the next flush.
        const newer = waiting.get(ctx.services) ?? new Map<number, number>();
        for (const [id, count] of counts) newer.set(id, (newer.get(id) ?? 0) + count);
        waiting.set(ctx.services, newer);
        throw error;
      }
    },
  };
}

function idsByCount(counts: ReadonlyMap<number, number>): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [id, count] of [...counts].sort(([a], [b]) => a - b)) {
    const ids = groups.get(count);
    if (ids) ids.push(id);
    else groups.set(count, [id]);
  }
  return groups;
}

function write(
  ctx: Context,
  table: EntityTarget<Viewed>,
  groups: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    for (const [count, ids] of groups) {
      for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
        const part = ids.slice(start, start + IDS_PER_STATEMENT);
        await ctx.db.increment(table, { id: In(part) }, "viewCount", count);
      }
    }
  });
}
