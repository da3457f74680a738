import type { Context } from "../../core/context.ts";
import { marks, rows, run, select } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import type { NoticeChannel } from "../notification-templates/channel.view.ts";
import { Dispatch, DISPATCH_ERROR_MAX, DispatchState } from "./dispatch.entity.ts";
import { DIGEST_KIND, VERIFY_KIND } from "./kinds.ts";
import { senderOf } from "./sender.ts";

/** Dispatches that one round takes. */
export const SLICE = 100;
/** A round that took longer, or died, is taken over by the next; longer than any letter may take. */
export const LEASE_MS = 120_000;
/** Tries before a letter is given up. */
export const TRIES_MAX = 8;
/** The first wait after a failure; each further one is twice as long, up to an hour. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long to wait after so many failures, in milliseconds. */
export function waitAfterFailure(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

/** What goes out together. */
export interface Bundle {
  readonly letterId: number;
  readonly userId: number;
  readonly channel: NoticeChannel;
  readonly dispatches: readonly Dispatch[];
}

/**
 * Takes what is due for this process, for as long as the lease runs, and puts together what goes out together. What
 * was put together once stays together, so that a letter that is tried again is the same letter. Two statements read,
 * one writes, whatever there is.
 */
export function claimDue(ctx: Context): Promise<Bundle[]> {
  return inTransaction(ctx, async (ctx) => {
    const lock = ctx.services.database.engine === "mysql" ? " FOR UPDATE SKIP LOCKED" : "";
    const due = await rows<{ id: number; letterId: number | null }>(
      ctx,
      `SELECT d.id, d.letterId FROM notice_dispatches d WHERE d.state = ? AND d.dueAt <= ?
       ORDER BY d.dueAt, d.id LIMIT ${SLICE}${lock}`,
      [DispatchState.PENDING, ctx.now],
    );
    if (due.length === 0) return [];
    const known = due.map(({ id }) => id);
    // The end of a slice must not cut a letter that was put together before.
    const letters = [...new Set(due.flatMap(({ letterId }) => letterId ?? []))];
    const whole = letters.length > 0 ? ` OR (d.letterId IN (${marks(letters)}) AND d.state = ?)` : "";
    const found = await select(
      ctx,
      Dispatch,
      "d",
      `notice_dispatches d WHERE d.id IN (${marks(known)})${whole}`,
      [...known, ...letters, ...(letters.length > 0 ? [DispatchState.PENDING] : [])],
    );
    const ids = found.map(({ id }) => id);
    const bundles = bundlesOf(found.sort((a, b) => a.id - b.id));
    const cases = bundles.flatMap(({ letterId, dispatches }) => dispatches.map(({ id }) => [id, letterId]));
    await run(
      ctx,
      `UPDATE notice_dispatches SET attempts = attempts + 1, dueAt = ?,
         letterId = CASE id ${cases.map(() => "WHEN ? THEN ?").join(" ")} END
       WHERE id IN (${marks(ids)})`,
      [new Date(ctx.now.getTime() + LEASE_MS), ...cases.flat(), ...ids],
    );
    return bundles;
  });
}

function bundlesOf(dispatches: readonly Dispatch[]): Bundle[] {
  const groups = new Map<string, Dispatch[]>();
  for (const each of dispatches) {
    const together = senderOf(each.channel)?.bundles && bundlesWell(each.kind);
    const key =
      each.letterId !== null
        ? `letter ${each.letterId}`
        : together
          ? `${each.userId} ${each.channel}`
          : `one ${each.id}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].map((group) => {
    const { id, letterId, userId, channel } = group[0]!;
    for (const each of group) each.attempts += 1;
    return { letterId: letterId ?? id, userId, channel, dispatches: group };
  });
}

/** Digests and requests to prove an address stand alone. */
function bundlesWell(kind: string): boolean {
  return kind !== DIGEST_KIND && kind !== VERIFY_KIND;
}

/** What became of some dispatches. */
export interface Outcome {
  readonly ids: readonly number[];
  readonly state: DispatchState;
  /** A short code or the words of a failure, without secrets and addresses. */
  readonly error?: string;
  /** When to try again, for what stays PENDING. */
  readonly dueAt?: Date;
}

/** Writes down what became of dispatches; what nobody holds any more is left alone. */
export async function settle(ctx: Context, { ids, state, error = "", dueAt }: Outcome): Promise<void> {
  if (ids.length === 0) return;
  const done = state === DispatchState.PENDING ? null : ctx.now;
  await inTransaction(ctx, (ctx) =>
    run(
      ctx,
      `UPDATE notice_dispatches SET state = ?, error = ?, doneAt = ?${dueAt ? ", dueAt = ?" : ""}
       WHERE id IN (${marks(ids)}) AND state = ?`,
      [
        state,
        error.slice(0, DISPATCH_ERROR_MAX),
        done,
        ...(dueAt ? [dueAt] : []),
        ...ids,
        DispatchState.PENDING,
      ],
    ),
  );
}

/** Puts back what was claimed and not tried, because its channel does not work for now. */
export async function release(ctx: Context, ids: readonly number[], error: string): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(ctx, (ctx) =>
    run(
      ctx,
      `UPDATE notice_dispatches SET attempts = attempts - 1, dueAt = ?, error = ?
       WHERE id IN (${marks(ids)}) AND state = ?`,
      [
        new Date(ctx.now.getTime() + FIRST_WAIT_MS),
        error.slice(0, DISPATCH_ERROR_MAX),
        ...ids,
        DispatchState.PENDING,
      ],
    ),
  );
}
