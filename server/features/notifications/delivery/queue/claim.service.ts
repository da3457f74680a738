import { In } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { Dispatch, DISPATCH_ERROR_MAX, DispatchState } from "./dispatch.entity.ts";
import { claimDispatches, leaseBundles } from "./dispatch.sql.ts";
import { DIGEST_KIND, VERIFY_KIND } from "../kinds.ts";
import { senderOf } from "../senders/sender.ts";

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
  readonly channel: NotificationChannel;
  readonly dispatches: readonly Dispatch[];
}

/**
 * Takes what is due for this process, for as long as the lease runs, and puts together what goes out together. What
 * was put together once stays together, so that a letter that is tried again is the same letter. Two statements read,
 * one writes, whatever there is.
 */
export function claimDue(ctx: Context): Promise<Bundle[]> {
  return inTransaction(ctx, async (ctx) => {
    const due = await claimDispatches(ctx, SLICE);
    if (due.length === 0) return [];
    const bundles = bundlesOf(due);
    await leaseBundles(ctx, bundles, new Date(ctx.now.getTime() + LEASE_MS));
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
  const doneAt = state === DispatchState.PENDING ? null : ctx.now;
  const outcome = { state, error: error.slice(0, DISPATCH_ERROR_MAX), doneAt, ...(dueAt && { dueAt }) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Dispatch, claimed(ids), outcome));
}

/** Puts back what was claimed and not tried, because its channel does not work for now. */
export async function release(ctx: Context, ids: readonly number[], error: string): Promise<void> {
  if (ids.length === 0) return;
  const dueAt = new Date(ctx.now.getTime() + FIRST_WAIT_MS);
  const untried = { attempts: () => "attempts - 1", dueAt, error: error.slice(0, DISPATCH_ERROR_MAX) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Dispatch, claimed(ids), untried));
}

/** Those of some dispatches that still wait. */
const claimed = (ids: readonly number[]) => ({ id: In(ids), state: DispatchState.PENDING });
