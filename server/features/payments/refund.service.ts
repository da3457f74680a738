import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { checkReason } from "../../core/reason.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockById } from "../../core/write.ts";
import { refuseWhileStopped } from "../money/checks/stop.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold, placeHold, releaseHold } from "../money/ledger/hold.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { takeBackOrder } from "../orders/refund.service.ts";
import { Payment, PaymentOutcome, PaymentProblem, PaymentState } from "./payment.entity.ts";
import type { RefundPaymentInput } from "./payment.input.ts";
import { PaymentError } from "./providers/provider.ts";
import { findProvider } from "./providers/providers.service.ts";

/** Names what a refund sets aside, in the books. */
function refundReference({ id, refundAttempts }: Payment): string {
  return `refund:${id}:${refundAttempts}`;
}

/**
 * Gives a payment back through its provider: what it bought is taken back, the money is set aside, and leaves the books
 * when the provider has taken the refund. One that does not answer is asked again by a job, with the same number.
 * @throws {DomainError} NOT_FOUND; CANNOT_REFUND for what is not paid, or was refunded; BALANCE_TOO_LOW if the wallet of
 *   the payer, or of who got the money, does not cover it; INVALID_PARAMETER without a reason; MONEY_STOPPED;
 *   PAYMENT_UNAVAILABLE if the provider is not connected any more.
 */
export const refundPayment = verb({
  name: "refundPayment",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: RefundPaymentInput): Promise<Payment> {
    const id = parseId(input.id, "id");
    const reason = checkReason(input.reason);
    if (reason === "") throw invalid("reason", "请填写理由", "Please give a reason.");
    await inTransaction(ctx, async (ctx) => {
      const payment = await lockById(ctx, Payment, id);
      if (!payment) throw new DomainError("NOT_FOUND", { field: "id" });
      if (!(await findProvider(ctx, payment.provider))) throw new DomainError("PAYMENT_UNAVAILABLE");
      await refuseWhileStopped(ctx);
      await setAside(ctx, payment, reason);
      noteChange(ctx, {
        target: `payment:${id}`,
        before: { state: payment.state, amountCents: payment.amountCents },
        after: { state: PaymentState.REFUNDING },
        reason,
      });
    });
    await carryOutRefund(ctx, id);
    return ctx.db.findOneByOrFail(Payment, { id });
  },
});

/** Takes back what a payment bought, and sets its money aside. */
async function setAside(ctx: Context, payment: Payment, refundReason: string): Promise<void> {
  const { id, state, orderId, outcome, userId, amountCents } = payment;
  if (state !== PaymentState.PAID) throw new DomainError("CANNOT_REFUND");
  if (orderId !== null && outcome === PaymentOutcome.ORDER) await takeBackOrder(ctx, orderId, refundReason);
  const refundAttempts = payment.refundAttempts + 1;
  await placeHold(ctx, { userId, amountCents, reference: refundReference({ ...payment, refundAttempts }) });
  const change = { state: PaymentState.REFUNDING, refundAttempts, refundReason, problem: null };
  await ctx.db.update(Payment, { id }, change);
}

/** Asks the provider for a refund that is under way, and finishes it; the same again gives nothing back twice. */
export async function carryOutRefund(ctx: Context, id: number): Promise<void> {
  const payment = await ctx.db.findOneByOrFail(Payment, { id });
  if (payment.state !== PaymentState.REFUNDING) return;
  const provider = await findProvider(ctx, payment.provider);
  if (!provider) return;
  const { number, refundAttempts, refundReason: reason } = payment;
  try {
    await provider.refund({ ...payment, refundNumber: `${number}R${refundAttempts}`, reason });
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    ctx.services.log.warn({ number, code: error.message }, "the provider did not take a refund");
    if (error.failure === "refused") await inTransaction(ctx, (ctx) => callOff(ctx, id));
    return;
  }
  await inTransaction(ctx, (ctx) => finish(ctx, id));
}

/** Lets the money of a refund leave the books. */
async function finish(ctx: Context, id: number): Promise<void> {
  const payment = (await lockById(ctx, Payment, id))!;
  if (payment.state !== PaymentState.REFUNDING) return;
  const legs = [{ kind: AccountKind.PAID_IN, amountCents: payment.amountCents }];
  await payFromHold(ctx, refundReference(payment), "paid", legs, { kind: TransactionKind.REFUND });
  await ctx.db.update(Payment, { id }, { state: PaymentState.REFUNDED, refundedAt: ctx.now });
}

/** Puts the money of a refund that the provider refuses back into the wallet of the payer. */
async function callOff(ctx: Context, id: number): Promise<void> {
  const payment = (await lockById(ctx, Payment, id))!;
  if (payment.state !== PaymentState.REFUNDING) return;
  await releaseHold(ctx, refundReference(payment));
  const outcome = payment.orderId === null ? null : PaymentOutcome.WALLET;
  const change = { state: PaymentState.PAID, problem: PaymentProblem.REFUND_REFUSED, outcome };
  await ctx.db.update(Payment, { id }, change);
}

/**
 * Takes note that the provider has given a payment back. Where nobody asked for it here, the books follow if the wallet
 * covers it; otherwise administrators are told.
 */
export async function noteOutsideRefund(ctx: Context, id: number): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      const payment = (await lockById(ctx, Payment, id))!;
      if (payment.state === PaymentState.PAID) await setAside(ctx, payment, "");
      await finish(ctx, id);
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.services.log.error({ payment: id, code: error.code }, "a refund of the provider is not covered");
    const problem = PaymentProblem.REFUNDED_OUTSIDE;
    await inTransaction(ctx, (ctx) => ctx.db.update(Payment, { id, state: PaymentState.PAID }, { problem }));
  }
}
