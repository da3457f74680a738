import { LessThan, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { signatureOf } from "../../core/callSignature.ts";
import { deleteOldRows } from "../../core/oldRows.ts";
import { callOutside, mayCallInside, OutsideRefusal } from "../../core/outsideCalls.ts";
import { unseal } from "../../core/secrets.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { tellAdministrators } from "../users/administrators.service.ts";
import { CallState, PROBLEM_MAX, Webhook, WebhookCall } from "./webhook.entity.ts";
import { claimCall, findDue, type DueCall } from "./webhook.sql.ts";

/** Calls that are made at the same time. */
const AT_ONCE = 20;
const TIMEOUT_MS = 10_000;
/** A claimed call that nobody has finished in this time is due again, in milliseconds. */
const CLAIM_MS = 60_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3 * 3_600_000;
/** A call is given up after this time, in milliseconds. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** A webhook that has failed for so long is switched off, in milliseconds. */
export const SWITCH_OFF_MS = 3 * 24 * 3_600_000;
/** Time for which the log is kept, in milliseconds. */
const LOG_MS = 30 * 24 * 3_600_000;

/** Makes all calls that are due, some at a time; those of one thing one after the other. */
export async function sendCalls(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping.aborted) return;
    const now: Context = { ...ctx, now: new Date() };
    const claimed = await claimDue(now);
    if (claimed.length === 0) return;
    await makeCalls(now, claimed);
  }
}

/** Claims calls that are due, all in one transaction: each commit waits for the disk. */
async function claimDue(ctx: Context): Promise<DueCall[]> {
  const due = await findDue(ctx, AT_ONCE);
  if (due.length === 0) return [];
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  return inTransaction(ctx, async (ctx) => {
    const claimed: DueCall[] = [];
    for (const call of due.sort((one, other) => one.id - other.id))
      if (await claimCall(ctx, call, until)) claimed.push(call);
    return claimed;
  });
}

interface Outcome {
  readonly status: number | null;
  readonly problem: string;
}

/** A call that was made. */
interface Made {
  readonly call: DueCall;
  readonly outcome: Outcome;
}

/** Makes claimed calls at the same time; what comes back while others are recorded is recorded together after them. */
async function makeCalls(ctx: Context, claimed: readonly DueCall[]): Promise<void> {
  const made: Made[] = [];
  let recording = Promise.resolve();
  const make = async (call: DueCall): Promise<void> => {
    made.push({ call, outcome: await post(ctx, call) });
    recording = recording.then(() => record(ctx, made.splice(0)));
  };
  await Promise.all(claimed.map(make));
  await recording;
}

async function record(ctx: Context, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  await inTransaction(ctx, async (ctx) => {
    for (const { call, outcome } of made) {
      const isDone = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
      await (isDone ? succeed(ctx, call, outcome) : fail(ctx, call, outcome));
    }
  });
}

async function post(ctx: Context, call: DueCall): Promise<Outcome> {
  const { url, event, eventId, payload } = call;
  try {
    const { status } = await callOutside({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(payload),
        "user-agent": `Luntan/${ctx.services.version}`,
        "luntan-event": event,
        "luntan-delivery": eventId,
        "luntan-signature": signatureOf(secretsOf(ctx, call, new Date()), payload, new Date()),
      },
      body: payload,
      timeoutMs: TIMEOUT_MS,
      mayBeInner: mayCallInside(ctx, url),
    });
    // Redirects are not followed: they could lead to the inner net.
    return { status, problem: status >= 200 && status < 300 ? "" : `HTTP ${status}` };
  } catch (error) {
    const problem = error instanceof OutsideRefusal ? "address not allowed" : (error as Error).message;
    return { status: null, problem: problem.slice(0, PROBLEM_MAX).toWellFormed() };
  }
}

/** The secret, and behind it the one that it has replaced lately. */
function secretsOf(ctx: Context, { secret, previousSecret, previousUntil }: DueCall, now: Date): string[] {
  const isOverlapping = previousSecret && previousUntil && timeOf(previousUntil) > now;
  return [secret, ...(isOverlapping ? [previousSecret] : [])].map((text) => unseal(ctx.services, text));
}

async function succeed(ctx: Context, call: DueCall, { status }: Outcome): Promise<void> {
  const done = { state: CallState.DONE, status, problem: "", calledAt: new Date() };
  await ctx.db.update(WebhookCall, { id: call.id }, done);
  // Written only if it changes: other processes that call the same webhook would wait.
  if (call.failingSince !== null)
    await ctx.db.update(Webhook, { id: call.webhookId }, { failingSince: null });
}

async function fail(ctx: Context, call: DueCall, { status, problem }: Outcome): Promise<void> {
  const now = new Date();
  const isLast = now.getTime() - timeOf(call.createdAt).getTime() >= GIVE_UP_MS;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** call.attempts);
  await ctx.db.update(
    WebhookCall,
    { id: call.id },
    {
      state: isLast ? CallState.GIVEN_UP : CallState.WAITING,
      status,
      problem,
      calledAt: now,
      dueAt: new Date(now.getTime() + wait),
    },
  );
  const webhook = await ctx.db.findOneBy(Webhook, { id: call.webhookId });
  if (!webhook?.isEnabled) return;
  if (webhook.failingSince === null) await ctx.db.update(Webhook, { id: webhook.id }, { failingSince: now });
  else if (now.getTime() - webhook.failingSince.getTime() >= SWITCH_OFF_MS) await switchOff(ctx, webhook);
}

/** Switches a webhook off that has failed for days. @emits notificationRaised for each administrator */
async function switchOff(ctx: Context, { id, url }: Webhook): Promise<void> {
  const { affected } = await ctx.db.update(Webhook, { id, isEnabled: true }, { isEnabled: false });
  if (affected !== 1) return;
  const host = new URL(url).host;
  ctx.services.log.warn({ webhook: id, host }, "a webhook failed for days and was switched off");
  await tellAdministrators(ctx, "webhook.broken", { host });
}

/** Deletes old rows of the log. */
export function removeOldCalls(ctx: Context, stopping: AbortSignal): Promise<void> {
  const createdAt = LessThan(new Date(ctx.now.getTime() - LOG_MS));
  const where = { state: Not(CallState.WAITING), createdAt };
  return deleteOldRows(ctx, WebhookCall, { where, order: { id: "ASC" } }, stopping);
}
