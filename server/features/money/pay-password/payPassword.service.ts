import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { tooMany, type CountedWindow, type Limit } from "../../../core/rateLimit.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { clearCounter, findCounters, takePoints } from "../../auth/attempts/limitCounter.service.ts";
import { requireProof } from "../../auth/sessions/proof.service.ts";
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
    if (!DIGITS.test(password))
      throw invalid("password", "支付密码须为 6 位数字", "A pay password has six digits.");
    await requireProof(ctx);
    const userId = ctx.viewer.id;
    const salt = randomBytes(SALT_BYTES).toString("hex");
    const digest = digestOf(ctx, { userId, salt }, password).toString("hex");
    await inTransaction(ctx, (ctx) =>
      ctx.db.upsert(PayPassword, { userId, salt, digest, changedAt: ctx.now }, ["userId"]),
    );
    return true;
  },
});

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
