import { In, IsNull, LessThanOrEqual, MoreThan, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { Payment, PaymentProviderKind, PaymentState } from "./payment.entity.ts";
import { PaymentError } from "./providers/provider.ts";
import { findProvider } from "./providers/providers.service.ts";
import { carryOutRefund } from "./refund.service.ts";
import { settlePayment, takeReport } from "./report.service.ts";

/** Payments that one run looks after; the others wait for the next. */
const BATCH = 50;
/** A payment that waits so long is asked for: its notification may be lost, in milliseconds. */
const ASKED_AFTER_MS = 60_000;
/** A payment whose provider does not answer is given up after so long; notifications count even then. */
const GIVEN_UP_AFTER_MS = 86_400_000;

/**
 * Looks after payments whose notification is lost: asks the provider, closes what was not paid in time, pays orders and
 * carries out refunds that were cut short.
 */
export async function followPayments(ctx: Context): Promise<void> {
  const createdAt = LessThanOrEqual(new Date(ctx.now.getTime() - ASKED_AFTER_MS));
  const take = BATCH;
  const waiting = { state: PaymentState.PENDING, createdAt };
  const unsettled = {
    state: PaymentState.PAID,
    outcome: IsNull(),
    orderId: Not(IsNull()),
    paidAt: MoreThan(new Date(ctx.now.getTime() - GIVEN_UP_AFTER_MS)),
  };
  // Those that were asked for longest ago come first, so that ones without an answer hold up nobody.
  const payments = await ctx.db.find(Payment, {
    where: [waiting, unsettled, { state: PaymentState.REFUNDING }],
    order: { askedAt: "ASC", id: "ASC" },
    take,
  });
  if (payments.length === 0) return;
  const ids = payments.map(({ id }) => id);
  await inTransaction(ctx, (ctx) => ctx.db.update(Payment, { id: In(ids) }, { askedAt: ctx.now }));
  // Of several providers, one that is slow holds up its own alone.
  const byProvider = Object.values(PaymentProviderKind).map((kind) =>
    payments.filter(({ provider }) => provider === kind),
  );
  const failures = (await Promise.all(byProvider.map((own) => followEach(ctx, own)))).flat();
  if (failures.length > 0) throw failures[0];
}

/** Follows payments one after the other. @returns what went wrong, which ends nothing but the payment's own turn */
async function followEach(ctx: Context, payments: readonly Payment[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const payment of payments) {
    try {
      if (payment.state === PaymentState.REFUNDING) await carryOutRefund(ctx, payment.id);
      else if (payment.state === PaymentState.PAID) await settlePayment(ctx, payment.id);
      else await follow(ctx, payment);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/** Asks the provider for a payment that waits, and ends it if its time is over. */
async function follow(ctx: Context, payment: Payment): Promise<void> {
  const isOver = payment.expiresAt <= ctx.now;
  const provider = await findProvider(ctx, payment.provider);
  try {
    // One that was never opened cannot have been paid.
    const report = payment.reference === "" ? null : await provider?.query(payment);
    if (report && report.state !== "PENDING") return await takeReport(ctx, payment.provider, report);
    if (!isOver) return;
    if (payment.reference !== "") await provider?.close(payment);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const { number } = payment;
    ctx.services.log.warn({ number, code: error.message }, "the state of a payment is not certain");
    if (ctx.now.getTime() - payment.createdAt.getTime() < GIVEN_UP_AFTER_MS) return;
  }
  const open = { id: payment.id, state: In([PaymentState.PENDING]) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Payment, open, { state: PaymentState.EXPIRED }));
}
