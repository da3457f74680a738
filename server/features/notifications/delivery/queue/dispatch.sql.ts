import type { Context } from "../../../../core/context.ts";
import { marks, rows, run, select } from "../../../../core/sql.ts";
import { forUpdate } from "../../../../core/write.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";

/**
 * Claims dispatches, with locks that other processes step over, and leases them in one statement by CASE, whatever their
 * number.
 */

/**
 * Reads dispatches that are due, in order of their ids, with the others of letters that were put together before: the
 * end of a slice must not cut them. Locked for this process; what another has locked is left to it.
 */
export async function claimDispatches(ctx: Context, limit: number): Promise<Dispatch[]> {
  const due = await rows<{ id: number; letterId: number | null }>(
    ctx,
    `SELECT d.id, d.letterId FROM notice_dispatches d WHERE d.state = ? AND d.dueAt <= ?
     ORDER BY d.dueAt, d.id LIMIT ${limit}${forUpdate(ctx, { skipLocked: true })}`,
    [DispatchState.PENDING, ctx.now],
  );
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const letters = [...new Set(due.flatMap(({ letterId }) => letterId ?? []))];
  const whole = letters.length > 0 ? ` OR (d.letterId IN (${marks(letters)}) AND d.state = ?)` : "";
  const dispatches = await select(
    ctx,
    Dispatch,
    "d",
    `notice_dispatches d WHERE d.id IN (${marks(ids)})${whole}`,
    [...ids, ...letters, ...(letters.length > 0 ? [DispatchState.PENDING] : [])],
  );
  return dispatches.sort((a, b) => a.id - b.id);
}

/** Counts an attempt of each dispatch, puts those of a letter under its number, and lets nobody else try until then. */
export async function leaseBundles(
  ctx: Context,
  bundles: readonly { readonly letterId: number; readonly dispatches: readonly Dispatch[] }[],
  until: Date,
): Promise<void> {
  const cases = bundles.flatMap(({ letterId, dispatches }) => dispatches.map(({ id }) => [id, letterId]));
  const ids = cases.map(([id]) => id!);
  await run(
    ctx,
    `UPDATE notice_dispatches SET attempts = attempts + 1, dueAt = ?,
       letterId = CASE id ${cases.map(() => "WHEN ? THEN ?").join(" ")} END
     WHERE id IN (${marks(ids)})`,
    [until, ...cases.flat(), ...ids],
  );
}
