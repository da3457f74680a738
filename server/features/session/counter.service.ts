import { hash } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { tooMany, type CountedWindow, type SharedCounters } from "../../core/rateLimit.ts";
import { unhurried } from "../../core/slices.ts";
import { marks, row, rows, run, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";

/** Counters that one statement removes. */
const ENDED_SLICE = 500;

/** A counter as it is stored. */
export interface StoredCounter {
  readonly points: number;
  readonly endsAt: Date;
  readonly restUntil: Date | null;
}

/** Names the row of what is counted: names and addresses are not to be read in it. */
export function counterId(key: string): string {
  return hash("sha256", key, "base64url");
}

/** Adds one to a counter, which begins anew if its time is over, and gives what it stands at; locks the row until commit. */
export async function addPoint(ctx: Context, key: string, seconds: number): Promise<StoredCounter> {
  const { now } = ctx;
  const endsAt = new Date(now.getTime() + seconds * 1_000);
  const isMysql = ctx.services.database.engine === "mysql";
  const conflict = isMysql ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET";
  const given = isMysql ? "VALUES(endsAt)" : "excluded.endsAt";
  const table = "limit_counters";
  // MySQL assigns from left to right, so the end comes last: the others look at it.
  await run(
    ctx,
    `INSERT INTO ${table} (id, points, endsAt, restUntil) VALUES (?, 1, ?, NULL) ${conflict}
       points = CASE WHEN ${table}.endsAt <= ? THEN 1 ELSE ${table}.points + 1 END,
       restUntil = CASE WHEN ${table}.endsAt <= ? THEN NULL ELSE ${table}.restUntil END,
       endsAt = CASE WHEN ${table}.endsAt <= ? THEN ${given} ELSE ${table}.endsAt END`,
    [counterId(key), endsAt, now, now, now],
  );
  return (await findCounter(ctx, key))!;
}

/** Finds a counter; null if there is none, or if its time is over. */
export async function findCounter(ctx: Context, key: string): Promise<StoredCounter | null> {
  const found = await row<{ points: number; endsAt: string | Date; restUntil: string | Date | null }>(
    ctx,
    "SELECT l.points, l.endsAt, l.restUntil FROM limit_counters l WHERE l.id = ?",
    [counterId(key)],
  );
  if (!found || timeOf(found.endsAt) <= ctx.now) return null;
  const { points, endsAt, restUntil } = found;
  return { points, endsAt: timeOf(endsAt), restUntil: restUntil === null ? null : timeOf(restUntil) };
}

/**
 * Counts one in each window, inside a transaction: a refusal undoes what was counted.
 * @throws {DomainError} RATE_LIMITED with the seconds to wait.
 */
export async function takePoints(ctx: Context, windows: readonly CountedWindow[]): Promise<void> {
  for (const { key, points: most, seconds } of windows) {
    const { points, endsAt } = await addPoint(ctx, key, seconds);
    if (points > most) throw tooMany(endsAt.getTime() - ctx.now.getTime());
  }
}

/** Makes the counters that all processes share. */
export function sharedCounters(makeContext: () => Context): SharedCounters {
  return {
    take: (windows) => inTransaction(makeContext(), (ctx) => takePoints(ctx, windows)),
  };
}

/** Removes counters whose time is over, slice by slice. */
export async function removeEndedCounters(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  for (;;) {
    const ended = await rows<{ id: string }>(
      ctx,
      `SELECT l.id FROM limit_counters l WHERE l.endsAt <= ? ORDER BY l.endsAt LIMIT ${ENDED_SLICE}`,
      [ctx.now],
    );
    if (ended.length === 0) return;
    const ids = ended.map(({ id }) => id);
    await inTransaction(ctx, (ctx) =>
      run(ctx, `DELETE FROM limit_counters WHERE endsAt <= ? AND id IN (${marks(ids)})`, [ctx.now, ...ids]),
    );
    await pause();
  }
}
