import { In } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { Dispatch, DISPATCH_ERROR_MAX, DispatchState } from "./dispatch.entity.ts";
import { claimDispatches, leaseBundles } from "./dispatch.sql.ts";
import { DIGEST_KIND } from "../kinds.ts";
import { accountMailOf } from "../messages/accountMail.ts";
import { senderOf } from "../senders/sender.ts";

/** Dispatches per batch. */
export const SLICE = 100;
/** Lease of a claimed batch, in milliseconds; longer than any message may take. An expired one is claimed again. */
export const LEASE_MS = 120_000;
/** Attempts after which a message is given up. */
export const TRIES_MAX = 8;
/** Delay after the first failure, in milliseconds; doubled after each further one, up to an hour. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Gives the delay before the next attempt after some failures, in milliseconds. */
export function waitAfterFailure(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

/** Dispatches that are sent as one message. */
export interface Bundle {
  readonly letterId: number;
  readonly userId: number;
  readonly channel: NotificationChannel;
  readonly dispatches: readonly Dispatch[];
}

/**
 * Claims due dispatches for this process until the lease ends, and bundles those that are sent as one message. Bundles stay
 * the same when they are tried again, and so does the message. Two statements read, one writes.
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
        ? `message ${each.letterId}`
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

/** Digests and mails about the account stand alone. */
function bundlesWell(kind: string): boolean {
  return kind !== DIGEST_KIND && !accountMailOf(kind);
}

/** Result of some dispatches. */
export interface Outcome {
  readonly ids: readonly number[];
  readonly state: DispatchState;
  /** A short code or the text of a failure, without secrets and addresses. */
  readonly error?: string;
  /** Time of the next attempt, if they stay PENDING. */
  readonly dueAt?: Date;
}

/** Records the outcome of dispatches; those that are no longer pending are left alone. */
export async function settle(ctx: Context, { ids, state, error = "", dueAt }: Outcome): Promise<void> {
  if (ids.length === 0) return;
  const doneAt = state === DispatchState.PENDING ? null : ctx.now;
  const outcome = { state, error: error.slice(0, DISPATCH_ERROR_MAX), doneAt, ...(dueAt && { dueAt }) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Dispatch, claimed(ids), outcome));
}

/** Releases claimed dispatches without counting the attempt, because their channel does not work for now. */
export async function release(ctx: Context, ids: readonly number[], error: string): Promise<void> {
  if (ids.length === 0) return;
  const dueAt = new Date(ctx.now.getTime() + FIRST_WAIT_MS);
  const untried = { attempts: () => "attempts - 1", dueAt, error: error.slice(0, DISPATCH_ERROR_MAX) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Dispatch, claimed(ids), untried));
}

/** Condition of those dispatches that are still pending. */
const claimed = (ids: readonly number[]) => ({ id: In(ids), state: DispatchState.PENDING });
