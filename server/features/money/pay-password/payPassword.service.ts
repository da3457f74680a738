import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { tooMany, type CountedWindow, type Limit } from "../../../core/rateLimit.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { clearCounter, findCounters, takePoints } from "../../auth/attempts/limitCounter.service.ts";
import { PROOF_LASTS_MS, requireProof } from "../../auth/sessions/proof.service.ts";
import { PayPassword } from "./payPassword.entity.ts";
import { findPayPassword } from "./payPassword.sql.ts";

const DIGITS = /^\d{6}$/;
const SALT_BYTES = 16;
/**
 * Wrong ones of one member: five, then 15 minutes of rest; 20 within a day, since there are a million to try. A lock on money,
 * no limit of pace: `RATE_LIMIT_FACTOR` does not change it.
 */
const FAILURES: readonly Limit[] = [
  { points: 5, seconds: 900 },
  { points: 20, seconds: 86_400 },
];

/**
 * Sets the viewer's pay password, or another one, after the viewer has proven who they are.
 * @throws {DomainError} INVALID_PARAMETER unless it is six digits; PROOF_NEEDED
 */
export const setPayPassword = verb({
  name: "setPayPassword",
  who: "member",
  rate: "session",
  idempotent: true,
  beforeJoining: true,
  async run(ctx: Context, password: string): Promise<boolean> {
    checkDigits(password);
    await requireProof(ctx);
    await storePayPassword(ctx, password);
    return true;
  },
});

/**
 * Gives a ticket that lets this session replace the viewer's pay password once within ten minutes, in exchange for the
 * present one. Wrong ones count as they do when paying.
 * @throws {DomainError} PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED with the seconds to wait
 */
export const provePayPassword = verb({
  name: "provePayPassword",
  who: "member",
  rate: "session",
  beforeJoining: true,
  async run(ctx: Context, password: string): Promise<string> {
    await checkPayPassword(ctx, password);
    await inTransaction(ctx, admitPayment);
    const endsAt = ctx.now.getTime() + PROOF_LASTS_MS;
    return `${endsAt}-${await ticketOf(ctx, endsAt)}`;
  },
});

/** A new pay password, with the ticket of `provePayPassword`. */
export interface PayPasswordReplacement {
  readonly ticket: string;
  readonly password: string;
}

/**
 * Replaces the viewer's pay password by a ticket of `provePayPassword`.
 * @throws {DomainError} INVALID_PARAMETER unless it is six digits; PROOF_NEEDED if the ticket is not, or no longer, good
 */
export const replacePayPassword = verb({
  name: "replacePayPassword",
  who: "member",
  rate: "session",
  beforeJoining: true,
  async run(ctx: Context, { ticket, password }: PayPasswordReplacement): Promise<boolean> {
    checkDigits(password);
    const endsAt = Number.parseInt(ticket, 10);
    const expected = Buffer.from(`${endsAt}-${await ticketOf(ctx, endsAt)}`);
    const actual = Buffer.from(ticket);
    const isGood = actual.length === expected.length && timingSafeEqual(actual, expected);
    if (!isGood || endsAt <= ctx.now.getTime()) throw new DomainError("PROOF_NEEDED");
    await storePayPassword(ctx, password);
    return true;
  },
});

/** Signs a ticket. The digest that is replaced is part of it, so that it works once. */
async function ticketOf(ctx: Context, endsAt: number): Promise<string> {
  const { viewer, sessionId, services } = ctx;
  const stored = await findPayPassword(ctx, viewer.id);
  if (!stored) throw new DomainError("PAY_PASSWORD_MISSING");
  return createHmac("sha256", services.secretKey)
    .update(`pay-password-ticket ${viewer.id} ${sessionId} ${endsAt} ${stored.digest}`)
    .digest("hex");
}

function checkDigits(password: string): void {
  if (!DIGITS.test(password))
    throw invalid("password", "支付密码须为 6 位数字", "A pay password has six digits.");
}

/** Stores a pay password of six digits for the viewer, for callers that have proven who sets it. */
export async function storePayPassword(ctx: Context, password: string): Promise<void> {
  const userId = ctx.viewer.id;
  const salt = randomBytes(SALT_BYTES).toString("hex");
  const digest = digestOf(ctx, { userId, salt }, password).toString("hex");
  await inTransaction(ctx, (ctx) =>
    ctx.db.upsert(PayPassword, { userId, salt, digest, changedAt: ctx.now }, ["userId"]),
  );
}

/** True if the viewer has set a pay password. */
export function hasPayPassword(ctx: Context): Promise<boolean> {
  return ctx.db.existsBy(PayPassword, { userId: ctx.viewer.id });
}

/**
 * Checks the viewer's pay password before a payment. A wrong one is counted at once, so that attempts made together
 * count like attempts one after the other; `admitPayment` has the second word in the transaction of the payment.
 * @throws {DomainError} PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED with the seconds to wait
 */
export async function checkPayPassword(ctx: Context, password: string): Promise<void> {
  const userId = ctx.viewer.id;
  const stored = await findPayPassword(ctx, userId);
  if (!stored) throw new DomainError("PAY_PASSWORD_MISSING");
  const { salt, digest } = stored;
  if (timingSafeEqual(digestOf(ctx, { userId, salt }, password), Buffer.from(digest, "hex"))) return;
  await inTransaction(ctx, (ctx) => takePoints(ctx, windowsOf(ctx)));
  throw new DomainError("PAY_PASSWORD_WRONG", { field: "payPassword" });
}

/**
 * Refuses a payment by the right pay password after too many wrong ones, and clears those of the last minutes otherwise.
 * In the caller's transaction.
 * @throws {DomainError} RATE_LIMITED with the seconds to wait
 */
export async function admitPayment(ctx: Context): Promise<void> {
  const windows = windowsOf(ctx);
  const counters = await findCounters(
    ctx,
    windows.map(({ key }) => key),
  );
  for (const [index, { key, points, seconds }] of windows.entries()) {
    const counter = counters[index];
    if (counter && counter.points >= points) throw tooMany(counter.endsAt.getTime() - ctx.now.getTime());
    if (counter && seconds === FAILURES[0]!.seconds) await clearCounter(ctx, key);
  }
}

function windowsOf({ viewer }: Context): CountedWindow[] {
  return FAILURES.map((limit) => ({ ...limit, key: `pay-password ${limit.seconds} u${viewer.id}` }));
}

function digestOf(
  { services }: Context,
  { userId, salt }: Pick<PayPassword, "userId" | "salt">,
  password: string,
): Buffer {
  return createHmac("sha256", services.secretKey)
    .update(`pay-password ${userId} ${salt} ${password}`)
    .digest();
}
