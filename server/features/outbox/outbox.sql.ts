import type { Context, SqlValue } from "../../core/context.ts";
import { row, rows, run } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import type { OutboxRow } from "./outbox.entity.ts";

/**
 * Inserts and claims entries. Raw since nearly every transaction of the program inserts some (likes and replies among
 * them), and since other processes skip locked entries.
 */

/** Rows of one INSERT; engines limit the number of values. */
const ROWS_PER_INSERT = 500;

/** An entry to be inserted. */
export type NewEntry = Pick<OutboxRow, "name" | "orderKey" | "payload" | "dueAt">;

/** An entry that waits. */
export type PendingEntry = Pick<OutboxRow, "id" | "name" | "payload" | "attempts">;

const INSERT =
  "INSERT INTO outbox (name, orderKey, payload, attempts, dead, dueAt, createdAt, lastError) VALUES ";
const ROW = "(?, ?, ?, 0, 0, ?, ?, '')";

/** Inserts entries. */
export async function insertEntries(ctx: Context, entries: readonly NewEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT) {
    const part = entries.slice(start, start + ROWS_PER_INSERT);
    const values = part.flatMap(({ name, orderKey, payload, dueAt }): SqlValue[] => [
      name,
      orderKey,
      payload,
      dueAt,
      ctx.now,
    ]);
    await run(ctx, INSERT + part.map(() => ROW).join(", "), values);
  }
}

/** True if any entry is due. */
export async function isAnyDue(ctx: Context): Promise<boolean> {
  const due = "SELECT o.id FROM outbox o WHERE o.dead = 0 AND o.dueAt <= ? LIMIT 1";
  return (await row(ctx, due, [ctx.now])) !== null;
}

/** Locks due entries that are first of their key and reads them; skips those that another process has locked. */
export function claim(ctx: Context, limit: number, id?: number): Promise<PendingEntry[]> {
  const one = id === undefined ? "" : " AND o.id = ?";
  return rows<PendingEntry>(
    ctx,
    `SELECT o.id, o.name, o.payload, o.attempts FROM outbox o
     WHERE o.dead = 0 AND o.dueAt <= ?${one} AND (o.orderKey IS NULL OR NOT EXISTS
       (SELECT 1 FROM outbox e WHERE e.orderKey = o.orderKey AND e.id < o.id AND e.dead = 0))
     ORDER BY o.dueAt, o.id LIMIT ${limit}${forUpdate(ctx, { skipLocked: true })}`,
    id === undefined ? [ctx.now] : [ctx.now, id],
  );
}
