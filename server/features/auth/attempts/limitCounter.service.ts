import { hash } from "node:crypto";
import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { deleteOldRows } from "../../../core/oldRows.ts";
import { tooMany, type CountedWindow, type SharedCounters } from "../../../core/rateLimit.ts";
import { timeOf } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { raiseCounter, readCounters } from "./limitCounter.sql.ts";
import { LimitCounter } from "./limitCounter.entity.ts";

/** A counter as it is stored. */
export interface StoredCounter {
  readonly points: number;
  readonly endsAt: Date;
  readonly restUntil: Date | null;
}

/** Hashes the key of a counter: names and addresses are not stored. */
export function counterId(key: string): string {
  return hash("sha256", key, "base64url");
}

/** Adds one to a counter, which restarts if its time is over, and returns it; locks the row until commit. */
export async function addPoint(ctx: Context, key: string, seconds: number): Promise<StoredCounter> {
  await raiseCounter(ctx, counterId(key), new Date(ctx.now.getTime() + seconds * 1_000));
  return (await findCounter(ctx, key))!;
}

/** Finds a counter; null if there is none, or if its time is over. */
export async function findCounter(ctx: Context, key: string): Promise<StoredCounter | null> {
  const counter = await ctx.db.findOneBy(LimitCounter, { id: counterId(key) });
  return counter && counter.endsAt > ctx.now ? counter : null;
}

/** Finds several counters, in the order of their keys; undefined for those that do not count now. */
export async function findCounters(
  ctx: Context,
  keys: readonly string[],
): Promise<(Pick<StoredCounter, "points" | "endsAt"> | undefined)[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(counterId);
  const counters = new Map<string, Pick<StoredCounter, "points" | "endsAt">>();
  for (const { id, points, endsAt } of await readCounters(ctx, ids))
    if (timeOf(endsAt) > ctx.now) counters.set(id, { points: Number(points), endsAt: timeOf(endsAt) });
  return ids.map((id) => counters.get(id));
}

/**
 * Adds one to each window, inside a transaction: a refusal rolls back.
 * @throws {DomainError} RATE_LIMITED with the seconds to wait.
 */
export async function takePoints(ctx: Context, windows: readonly CountedWindow[]): Promise<void> {
  for (const { key, points: max, seconds } of windows) {
    const { points, endsAt } = await addPoint(ctx, key, seconds);
    if (points > max) throw tooMany(endsAt.getTime() - ctx.now.getTime());
  }
}

/** Makes the counters that all processes share. */
export function sharedCounters(makeContext: () => Context): SharedCounters {
  return {
    take: (windows) => inTransaction(makeContext(), (ctx) => takePoints(ctx, windows)),
  };
}

/** Removes counters whose time is over, slice by slice. */
export function removeEndedCounters(ctx: Context, stopping: AbortSignal): Promise<void> {
  const endsAt = LessThanOrEqual(ctx.now);
  return deleteOldRows(ctx, LimitCounter, { where: { endsAt }, order: { endsAt: "ASC" } }, stopping);
}

/** Clears a counter, in the caller's transaction. */
export async function clearCounter(ctx: Context, key: string): Promise<void> {
  await ctx.db.delete(LimitCounter, { id: counterId(key) });
}
