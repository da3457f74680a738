import type { Context, SqlValue } from "../../core/context.ts";
import { row, rows, run } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import type { OutboxRow } from "./outbox.entity.ts";

/**
 * Writes and claims pieces of news, as part of nearly every transaction of the program (likes and replies among them),
 * with locks that other processes step over.
 */

/** Rows that one statement inserts; engines limit the number of values. */
const ROWS_PER_INSERT = 500;

/** A piece of news to be stored. */
export type NewEntry = Pick<OutboxRow, "name" | "orderKey" | "payload" | "dueAt">;

/** A piece of news that waits. */
export type Waiting = Pick<OutboxRow, "id" | "name" | "payload" | "attempts">;

const INSERT =
  "INSERT INTO outbox (name, orderKey, payload, attempts, dead, dueAt, createdAt, lastError) VALUES ";
const ROW = "(?, ?, ?, 0, 0, ?, ?, '')";

/** Stores news. */
export async function insertEntries(ctx: Context, news: readonly NewEntry[]): Promise<void> {
  for (let start = 0; start < news.length; start += ROWS_PER_INSERT) {
    const part = news.slice(start, start + ROWS_PER_INSERT);
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

/** Tells whether anything is due. */
export async function isAnyDue(ctx: Context): Promise<boolean> {
  const due = "SELECT o.id FROM outbox o WHERE o.dead = 0 AND o.dueAt <= ? LIMIT 1";
  return (await row(ctx, due, [ctx.now])) !== null;
}

/** Reads what is due and whose turn it is, locked for this process; what another process has locked is left to it. */
export function claim(ctx: Context, limit: number, id?: number): Promise<Waiting[]> {
  const one = id === undefined ? "" : " AND o.id = ?";
  return rows<Waiting>(
    ctx,
    `SELECT o.id, o.name, o.payload, o.attempts FROM outbox o
     WHERE o.dead = 0 AND o.dueAt <= ?${one} AND (o.orderKey IS NULL OR NOT EXISTS
       (SELECT 1 FROM outbox e WHERE e.orderKey = o.orderKey AND e.id < o.id AND e.dead = 0))
     ORDER BY o.dueAt, o.id LIMIT ${limit}${forUpdate(ctx, { skipLocked: true })}`,
    id === undefined ? [ctx.now] : [ctx.now, id],
  );
}
