import { setImmediate as nextTurn } from "node:timers/promises";
import { LessThan } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { LoaderStore } from "../../../../core/loaders.ts";
import { deleteOldRows } from "../../../../core/oldRows.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { recordAcceptance } from "../addresses/address.service.ts";
import { claimDue, LEASE_MS, release, settle, TRIES_MAX, waitAfterFailure } from "./claim.service.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";
import { accountMailOf } from "../messages/accountMail.ts";
import { prepareMessages, type DroppedDispatch, type PreparedMessage } from "./prepare.service.ts";
import { senderOf, SendingError, type OutgoingMessage } from "../senders/sender.ts";

/** Maximum batches per run of the job; the rest waits for the next run. */
const BATCHES_MAX = 20;
/** Messages that are sent at once: mail servers take their time. */
const AT_ONCE = 4;
/** Time after which a batch starts no further message, in milliseconds: the longest call must end within the lease. */
const BEGIN_WITHIN_MS = LEASE_MS - 60_000;
/** Days that the delivery log keeps finished dispatches. */
export const LOG_DAYS = 60;
const DAY_MS = 86_400_000;

/** Sends due messages until there are none. When the process stops, sends under way finish and none starts. */
export async function sendDue(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX && !stopping.aborted; batch++) {
    const now: Context = { ...ctx, now: new Date(), loaders: new LoaderStore() };
    if ((await sendBatch(now, stopping)) === 0) return;
  }
}

/** Sends one batch: claims, prepares, sends, and records the outcomes. @returns how many bundles were claimed */
async function sendBatch(ctx: Context, stopping: AbortSignal): Promise<number> {
  const began = performance.now();
  const bundles = await claimDue(ctx);
  if (bundles.length === 0) return 0;
  await nextTurn();
  const { ready, dropped } = await prepareMessages(ctx, bundles);
  await settleDropped(ctx, dropped);
  const outages = new Map<NotificationChannel, string>();
  const waiting = [...ready];
  const remaining: PreparedMessage[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isLate = stopping.aborted || performance.now() - began > BEGIN_WITHIN_MS;
      if (outages.has(next.channel) || isLate) remaining.push(next);
      else await sendOne(ctx, next, outages);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [channel, error] of outages)
    await release(ctx, idsOf(remaining.filter((each) => each.channel === channel)), error);
  await release(ctx, idsOf(remaining.filter(({ channel }) => !outages.has(channel))), "");
  return bundles.length;
}

const idsOf = (messages: readonly PreparedMessage[]): number[] =>
  messages.flatMap(({ dispatches }) => dispatches.map(({ id }) => id));

async function settleDropped(ctx: Context, dropped: readonly DroppedDispatch[]): Promise<void> {
  const groups = new Map<string, DroppedDispatch[]>();
  for (const each of dropped) {
    const key = `${each.state} ${each.error}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const group of groups.values()) {
    const { state, error } = group[0]!;
    await settle(ctx, { ids: group.map(({ id }) => id), state, error });
  }
}

async function sendOne(
  ctx: Context,
  { outgoing, channel, dispatches, failures }: PreparedMessage,
  outages: Map<NotificationChannel, string>,
): Promise<void> {
  const ids = dispatches.map(({ id }) => id);
  const attempts = Math.max(...dispatches.map((each) => each.attempts));
  const about = {
    channel,
    message: outgoing.id,
    kind: outgoing.kind,
    userId: outgoing.recipient.id,
    attempts,
  };
  const { log } = ctx.services;
  const sendingError = await trySending(ctx, channel, outgoing);
  if (!sendingError) {
    await settle(ctx, { ids, state: DispatchState.SENT });
    if (!accountMailOf(outgoing.kind) && failures > 0)
      await recordAcceptance(ctx, outgoing.recipient.id, channel, true);
    log.info(about, "message sent");
    return;
  }
  const { failure, message } = sendingError;
  if (failure === "down") outages.set(channel, message);
  const isFinal = failure === "message" || failure === "address" || attempts >= TRIES_MAX;
  if (failure === "address" && !accountMailOf(outgoing.kind))
    await recordAcceptance(ctx, outgoing.recipient.id, channel, false);
  const dueAt = new Date(ctx.now.getTime() + waitAfterFailure(attempts));
  if (isFinal) await settle(ctx, { ids, state: DispatchState.FAILED, error: message });
  else await settle(ctx, { ids, state: DispatchState.PENDING, error: message, dueAt });
  log.warn(
    { ...about, failure, error: message },
    isFinal ? "message given up" : "message will be tried again",
  );
}

/** Sends a message; an error of recording the outcome is not caught here. @returns the failure, or null */
async function trySending(
  ctx: Context,
  channel: NotificationChannel,
  outgoing: OutgoingMessage,
): Promise<SendingError | null> {
  try {
    await senderOf(channel)!.send(ctx, outgoing);
    return null;
  } catch (error) {
    return error instanceof SendingError ? error : new SendingError("again", (error as Error).name);
  }
}

/** Deletes dispatches that were finished long ago, failed ones included. */
export async function deleteOldDispatches(ctx: Context, stopping: AbortSignal): Promise<void> {
  const dueAt = LessThan(new Date(ctx.now.getTime() - LOG_DAYS * DAY_MS));
  const order = { dueAt: "ASC", id: "ASC" } as const;
  for (const state of Object.values(DispatchState))
    if (state !== DispatchState.PENDING)
      await deleteOldRows(ctx, Dispatch, { where: { state, dueAt }, order }, stopping);
}
