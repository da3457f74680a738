import { IsNull } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { LoaderStore } from "../../core/loaders.ts";
import { inTransaction } from "../../core/transaction.ts";
import { lockById } from "../../core/write.ts";
import { viewerFor } from "../auth/sessions/viewer.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { post } from "../money/ledger/ledger.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { settleOrder } from "../orders/order.service.ts";
import { getUser } from "../users/user.service.ts";
import {
  HAS_COME,
  Payment,
  PaymentOutcome,
  PaymentProblem,
  PaymentState,
  type PaymentProviderKind,
} from "./payment.entity.ts";
import { markFailed } from "./payment.service.ts";
import { PaymentError, type PaymentReport } from "./providers/provider.ts";
import { noteOutsideRefund } from "./refund.service.ts";

/** Names what a payment brings, in the books. */
function paymentReference(id: number): string {
  return `payment:${id}`;
}

/**
 * Takes what a provider says of a payment, in whatever order and however often it comes. Money that has come is put into
 * the wallet once, also after the payment has expired; the order that it was meant for is then paid from there, if it
 * still can be (decision 0310).
 * @throws {PaymentError} "refused" for a number, an amount or a currency that does not match; nothing has moved then
 */
export async function takeReport(
  ctx: Context,
  provider: PaymentProviderKind,
  report: PaymentReport,
): Promise<void> {
  const payment = await ctx.db.findOneBy(Payment, { provider, number: report.number });
  if (!payment) throw new PaymentError("refused", "UNKNOWN_NUMBER");
  switch (report.state) {
    case "PENDING":
      return;
    case "CLOSED":
      return inTransaction(ctx, (ctx) => markFailed(ctx, payment.id));
    case "PAID":
      return takePaid(ctx, payment, report);
    case "REFUNDED":
      // The news of the payment itself may be late, or lost.
      await takePaid(ctx, payment, report);
      return noteOutsideRefund(ctx, payment.id);
  }
}

async function takePaid(ctx: Context, { id, orderId }: Payment, report: PaymentReport): Promise<void> {
  const problem = await inTransaction(ctx, (ctx) => credit(ctx, id, report));
  if (problem !== null) {
    ctx.services.log.error(
      { number: report.number, problem },
      "a payment does not match what the provider says",
    );
    if (problem === PaymentProblem.AMOUNT) throw new PaymentError("refused", problem);
  }
  if (orderId !== null) await settlePayment(ctx, id);
}

/** Puts the money of a payment into the wallet, once. @returns what does not match, which is noted as well */
async function credit(ctx: Context, id: number, report: PaymentReport): Promise<PaymentProblem | null> {
  const payment = (await lockById(ctx, Payment, id))!;
  const { amountCents, currency, userId, provider } = payment;
  const { transactionId } = report;
  const note = async (problem: PaymentProblem): Promise<PaymentProblem> => {
    await ctx.db.update(Payment, { id }, { problem });
    return problem;
  };
  if (HAS_COME.includes(payment.state))
    return payment.transactionId === transactionId ? null : note(PaymentProblem.PAID_TWICE);
  if (report.amountCents !== amountCents || report.currency !== currency || transactionId === "")
    return note(PaymentProblem.AMOUNT);
  // The unique key has the last word; this one only says it better.
  if (await ctx.db.existsBy(Payment, { provider, transactionId })) return note(PaymentProblem.AMOUNT);
  await post(ctx, {
    kind: TransactionKind.TOP_UP,
    reference: paymentReference(id),
    legs: [
      { kind: AccountKind.PAID_IN, amountCents: -amountCents },
      { kind: AccountKind.AVAILABLE, ownerId: userId, amountCents },
    ],
  });
  const change = { state: PaymentState.PAID, transactionId, paidAt: ctx.now, problem: null };
  await ctx.db.update(Payment, { id }, change);
  return null;
}

/** Pays the order of a payment whose money has come; where that is refused, the money stays in the wallet. */
export async function settlePayment(ctx: Context, id: number): Promise<void> {
  const payment = await ctx.db.findOneByOrFail(Payment, { id });
  const { orderId, userId, outcome, state } = payment;
  if (orderId === null || outcome !== null || state !== PaymentState.PAID) return;
  const open = { id, outcome: IsNull() };
  try {
    await inTransaction(await asMember(ctx, userId), async (ctx) => {
      await settleOrder(ctx, orderId);
      await ctx.db.update(Payment, open, { outcome: PaymentOutcome.ORDER });
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await inTransaction(ctx, (ctx) => ctx.db.update(Payment, open, { outcome: PaymentOutcome.WALLET }));
  }
}

/** The member who pays, while the provider calls: whose money it is decides what may be bought. */
async function asMember(ctx: Context, userId: number): Promise<Context> {
  const user = await getUser(ctx, userId);
  const viewer = await viewerFor(ctx, { ...user, userId });
  return { ...ctx, viewer, loaders: new LoaderStore() };
}
