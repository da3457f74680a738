import type { Context } from "../../../../core/context.ts";
import { marks, rows, run, select, selectEach } from "../../../../core/sql.ts";
import { forUpdate } from "../../../../core/write.ts";
import { NOTIFICATION_CHANNELS, type NotificationChannel } from "../../templates/channel.view.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";

/**
 * Claims dispatches with locks that skip locked rows, leases them in one statement by CASE, and pages the delivery log over
 * several ranges of one index: none of it can be said in TypeORM.
 */

/**
 * Reads due dispatches by id, together with all others of messages that were bundled before, which the end of a slice must
 * not split. Locks them for this process and skips those that another one has locked.
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
  const messageIds = [...new Set(due.flatMap(({ letterId }) => letterId ?? []))];
  const whole = messageIds.length > 0 ? ` OR (d.letterId IN (${marks(messageIds)}) AND d.state = ?)` : "";
  const dispatches = await select(
    ctx,
    Dispatch,
    "d",
    `notice_dispatches d WHERE d.id IN (${marks(ids)})${whole}`,
    [...ids, ...messageIds, ...(messageIds.length > 0 ? [DispatchState.PENDING] : [])],
  );
  return dispatches.sort((a, b) => a.id - b.id);
}

/** Leases dispatches: counts an attempt of each, sets the number of its message, and makes it due again at the end of the lease. */
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

/** A choice of lines of the delivery log. */
export interface DispatchFilter {
  readonly state?: DispatchState | null;
  readonly channel?: NotificationChannel | null;
}

const BELOW = "d.id < ? ORDER BY d.id DESC LIMIT ?";

/**
 * Reads lines of the delivery log before an id, newest first. With a filter each state of each channel is one range of one
 * index, however rare it is among millions of lines.
 */
export async function dispatchesBefore(
  ctx: Context,
  { state, channel }: DispatchFilter,
  beforeId: number,
  limit: number,
): Promise<Dispatch[]> {
  if (!state && !channel)
    return select(ctx, Dispatch, "d", `notice_dispatches d WHERE ${BELOW}`, [beforeId, limit]);
  const states = state ? [state] : Object.values(DispatchState);
  const channels = channel ? [channel] : NOTIFICATION_CHANNELS;
  const newestOfEach = await selectEach(
    ctx,
    Dispatch,
    "d",
    `notice_dispatches d WHERE d.state = ? AND d.channel = ? AND ${BELOW}`,
    states.flatMap((each) => channels.map((on) => [each, on, beforeId, limit])),
  );
  return newestOfEach.sort((a, b) => b.id - a.id).slice(0, limit);
}
