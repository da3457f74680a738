import { setImmediate as nextTurn } from "node:timers/promises";
import { In, LessThan } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { LoaderStore } from "../../../../core/loaders.ts";
import { unhurried } from "../../../../core/slices.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { noteTaken } from "../addresses/address.service.ts";
import { claimDue, LEASE_MS, release, settle, TRIES_MAX, waitAfterFailure } from "./claim.service.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";
import { VERIFY_KIND } from "../kinds.ts";
import { prepareLetters, type Dropped, type ReadyLetter } from "./batch.service.ts";
import { senderOf, SendingError, type Letter } from "../senders/sender.ts";

/** Rounds of one run of the job; what is left waits for the next. */
const ROUNDS_MAX = 20;
/** Letters under way at once: mail servers take their time. */
const AT_ONCE = 4;
/** No letter is begun when so much of the lease is gone: the longest call must end within it. */
const BEGIN_WITHIN_MS = LEASE_MS - 60_000;
/** Days that the delivery log keeps what is done. */
export const LOG_DAYS = 60;
const DAY_MS = 86_400_000;
/** Lines that one statement forgets: on SQLite everybody waits for it. */
const FORGET_SLICE = 100;

/** Sends what is due, until nothing is; a program that ends finishes what is under way and begins nothing. */
export async function sendDue(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX && !stopping.aborted; round++) {
    const now: Context = { ...ctx, now: new Date(), loaders: new LoaderStore() };
    if ((await sendRound(now, stopping)) === 0) return;
  }
}

/** One round: claims, asks anew, sends, and writes down what became of each. @returns how many were claimed */
async function sendRound(ctx: Context, stopping: AbortSignal): Promise<number> {
  const began = performance.now();
  const bundles = await claimDue(ctx);
  if (bundles.length === 0) return 0;
  await nextTurn();
  const { ready, dropped } = await prepareLetters(ctx, bundles);
  await settleDropped(ctx, dropped);
  const down = new Map<NotificationChannel, string>();
  const waiting = [...ready];
  const left: ReadyLetter[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isLate = stopping.aborted || performance.now() - began > BEGIN_WITHIN_MS;
      if (down.has(next.channel) || isLate) left.push(next);
      else await sendOne(ctx, next, down);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [channel, error] of [...down, [undefined, ""] as const]) {
    const ids = left
      .filter((each) => (channel === undefined ? !down.has(each.channel) : each.channel === channel))
      .flatMap(({ dispatches }) => dispatches.map(({ id }) => id));
    await release(ctx, ids, error);
  }
  return bundles.length;
}

async function settleDropped(ctx: Context, dropped: readonly Dropped[]): Promise<void> {
  const groups = new Map<string, Dropped[]>();
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
  { letter, channel, dispatches, failures }: ReadyLetter,
  down: Map<NotificationChannel, string>,
): Promise<void> {
  const ids = dispatches.map(({ id }) => id);
  const attempts = Math.max(...dispatches.map((each) => each.attempts));
  const about = { channel, letter: letter.id, kind: letter.kind, userId: letter.recipient.id, attempts };
  const { log } = ctx.services;
  const failed = await trySending(ctx, channel, letter);
  if (!failed) {
    await settle(ctx, { ids, state: DispatchState.SENT });
    if (letter.kind !== VERIFY_KIND && failures > 0) await noteTaken(ctx, letter.recipient.id, channel, true);
    log.info(about, "letter sent");
    return;
  }
  const { failure, message } = failed;
  if (failure === "down") down.set(channel, message);
  const isOver = failure === "letter" || failure === "address" || attempts >= TRIES_MAX;
  if (failure === "address" && letter.kind !== VERIFY_KIND)
    await noteTaken(ctx, letter.recipient.id, channel, false);
  const dueAt = new Date(ctx.now.getTime() + waitAfterFailure(attempts));
  if (isOver) await settle(ctx, { ids, state: DispatchState.FAILED, error: message });
  else await settle(ctx, { ids, state: DispatchState.PENDING, error: message, dueAt });
  log.warn({ ...about, failure, error: message }, isOver ? "letter given up" : "letter will be tried again");
}

/** Hands a letter over; what comes of writing that down is another matter. @returns why it was not taken, or null */
async function trySending(
  ctx: Context,
  channel: NotificationChannel,
  letter: Letter,
): Promise<SendingError | null> {
  try {
    await senderOf(channel)!.send(ctx, letter);
    return null;
  } catch (error) {
    return error instanceof SendingError ? error : new SendingError("again", (error as Error).name);
  }
}

/** Forgets what was done long ago; failures are kept as long, for somebody to look at. */
export async function forgetOldDispatches(ctx: Context, stopping: AbortSignal): Promise<void> {
  const before = new Date(ctx.now.getTime() - LOG_DAYS * DAY_MS);
  const pause = unhurried(stopping);
  for (const state of Object.values(DispatchState)) {
    if (state === DispatchState.PENDING) continue;
    while (await forgetSome(ctx, state, before)) await pause();
  }
}

/** @returns whether there was something to forget */
async function forgetSome(ctx: Context, state: DispatchState, before: Date): Promise<boolean> {
  const old = await ctx.db.find(Dispatch, {
    select: { id: true },
    where: { state, dueAt: LessThan(before) },
    order: { dueAt: "ASC", id: "ASC" },
    take: FORGET_SLICE,
  });
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await inTransaction(ctx, (ctx) => ctx.db.delete(Dispatch, { id: In(ids) }));
  return true;
}
