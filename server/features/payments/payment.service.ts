import { randomInt } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { AMOUNT_MAX_CENTS, amountText, checkAmount } from "../../core/money.ts";
import { legacyStamp } from "../../core/rest.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { WechatAccount } from "../auth/wechat/wechatAccount.entity.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { OrderState, stateOf as orderStateOf } from "../orders/order.entity.ts";
import { getOrder } from "../orders/order.list.service.ts";
import { canPay } from "../orders/order.policy.ts";
import { ORDER_LASTS_MS } from "../orders/order.service.ts";
import { isOffHere, refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../settings/setting.service.ts";
import { CURRENCY, Payment, PaymentState, type PaymentProviderKind } from "./payment.entity.ts";
import type { StartPaymentInput } from "./payment.input.ts";
import type { TopUpTerms } from "./payment.view.ts";
import { PaymentError, type PaymentProvider } from "./providers/provider.ts";
import { findProvider, listProviders } from "./providers/providers.service.ts";

/** Limits of one top-up where the settings say nothing: 1.00 and 5,000.00. */
const DEFAULT_LEAST_CENTS = 100;
const DEFAULT_MOST_CENTS = 500_000;

/** Address that a provider calls, without that of the site. */
export function notifyPath(kind: PaymentProviderKind): string {
  return `/api/payments/${kind.toLowerCase()}/notify`;
}

/** Page that shows a payment. */
export function paymentPath(id: number): string {
  return `/wallet/recharge?payment=${id}`;
}

/** Reads the ways and limits of paying from outside. */
export async function readTopUpTerms(ctx: Context): Promise<TopUpTerms> {
  const settings = await getSettings(ctx);
  const cents = (value: string, initial: number): number =>
    value === "" ? initial : Math.min(AMOUNT_MAX_CENTS, Math.round(Number(value) * 100));
  const providers = await listProviders(ctx);
  return {
    id: ctx.viewer.id,
    viewerCanTopUp: providers.length > 0 && !(await isOffHere(ctx, "site_recharges")),
    providers,
    leastCents: Math.max(1, cents(settings["topup.topup_min_sum"], DEFAULT_LEAST_CENTS)),
    mostCents: cents(settings["topup.topup_max_sum"], DEFAULT_MOST_CENTS),
  };
}

/** Purpose of a payment. */
type Purpose = Pick<Payment, "orderId" | "amountCents" | "expiresAt">;

/**
 * Begins a payment through a provider: of an order of the viewer, or into the wallet. The money counts when the provider
 * has said so, never because the payer comes back.
 * @throws {DomainError} PAYMENT_UNAVAILABLE if the provider is not connected or does not answer; INVALID_PARAMETER for an
 *   amount beyond the limits; NOT_FOUND for orders of others; ORDER_CLOSED; FORBIDDEN without `trade.pay.order`, and
 *   where top-ups are off; CONFLICT if the key came with another request.
 */
export const startPayment = verb({
  name: "startPayment",
  who: "member",
  rate: "pay",
  beforeJoining: true,
  async run(ctx: Context, input: StartPaymentInput): Promise<Payment> {
    const provider = await findProvider(ctx, input.provider);
    if (!provider) throw new DomainError("PAYMENT_UNAVAILABLE", { field: "provider" });
    const purpose = await purposeOf(ctx, input);
    const { amountCents, orderId } = purpose;
    const body = { provider: input.provider, amountCents, orderId };
    const keyed = { operation: "startPayment", clientKey: input.idempotencyKey, body };
    const { id } = await inTransaction(ctx, (ctx) =>
      onceByKey(ctx, keyed, () => place(ctx, input.provider, purpose)),
    );
    const payment = await ctx.db.findOneByOrFail(Payment, { id });
    return payment.reference === "" ? open(ctx, provider, payment, input.inWechat === true) : payment;
  },
});

async function purposeOf(ctx: Context, { orderId, amountCents }: StartPaymentInput): Promise<Purpose> {
  if (orderId) {
    const order = await getOrder(ctx, parseId(orderId, "orderId"));
    allow(canPay(ctx.viewer, order));
    if (order.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND", { field: "orderId" });
    if (orderStateOf(order, ctx.now) !== OrderState.PENDING) throw new DomainError("ORDER_CLOSED");
    return { orderId: order.id, amountCents: order.amountCents, expiresAt: order.expiresAt };
  }
  await refuseIfOffHere(ctx, "site_recharges");
  const cents = checkAmount(amountCents ?? 0, "amountCents");
  const { leastCents, mostCents } = await readTopUpTerms(ctx);
  if (cents < leastCents || cents > mostCents)
    throw invalid(
      "amountCents",
      `单次充值金额须在 ${amountText(leastCents)} 到 ${amountText(mostCents)} 元之间`,
      `A top-up is between ${amountText(leastCents)} and ${amountText(mostCents)}.`,
    );
  return { orderId: null, amountCents: cents, expiresAt: new Date(ctx.now.getTime() + ORDER_LASTS_MS) };
}

async function place(ctx: Context, provider: PaymentProviderKind, purpose: Purpose): Promise<{ id: number }> {
  const id = await insert(ctx, Payment, {
    ...purpose,
    provider,
    number: newNumber(ctx.now),
    state: PaymentState.PENDING,
    userId: ctx.viewer.id,
    currency: CURRENCY,
    reference: "",
    transactionId: null,
    askedAt: null,
    redirectTo: null,
    codeText: null,
    wechatRequest: null,
    outcome: null,
    problem: null,
    refundAttempts: 0,
    refundReason: "",
    createdAt: ctx.now,
    paidAt: null,
    refundedAt: null,
  });
  return { id };
}

/** Opens a payment at its provider, outside of any transaction. */
async function open(
  ctx: Context,
  provider: PaymentProvider,
  payment: Payment,
  inWechat: boolean,
): Promise<Payment> {
  const { id, number, amountCents, currency, expiresAt } = payment;
  const { publicUrl, log } = ctx.services;
  try {
    const opened = await provider.start({
      number,
      amountCents,
      currency,
      expiresAt,
      isPhone: ctx.device === "h5",
      wechatOpenId: inWechat ? await findWechatOpenId(ctx) : null,
      payerAddress: ctx.address,
      subject: await subjectOf(ctx, payment),
      returnUrl: publicUrl + paymentPath(id),
      notifyUrl: publicUrl + notifyPath(payment.provider),
    });
    const { redirectUrl: redirectTo, qrText: codeText, wechatRequest = null, reference } = opened;
    const way = { redirectTo, codeText, wechatRequest, reference };
    await inTransaction(ctx, (ctx) => ctx.db.update(Payment, { id }, way));
    return { ...payment, ...way };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ provider: payment.provider, number, code: error.message }, "a payment could not begin");
    if (error.failure === "refused") await inTransaction(ctx, (ctx) => markFailed(ctx, id));
    throw new DomainError("PAYMENT_UNAVAILABLE");
  }
}

/** Finds the id by which the app that is paid by WeChat Pay knows the viewer; null unless they came by it. */
export async function findWechatOpenId(ctx: Context): Promise<string | null> {
  const { "wxpay.app_id": app } = await getSettings(ctx);
  if (app === "") return null;
  return (await ctx.db.findOneBy(WechatAccount, { userId: ctx.viewer.id, app }))?.subject ?? null;
}

/** Marks a payment that waits as failed; one whose money has come stays as it is. */
export async function markFailed(ctx: Context, id: number): Promise<void> {
  await ctx.db.update(Payment, { id, state: PaymentState.PENDING }, { state: PaymentState.FAILED });
}

async function subjectOf(ctx: Context, { orderId }: Payment): Promise<string> {
  const { site_name: siteName } = await getSettings(ctx);
  const isEnglish = ctx.locale === "en";
  if (orderId === null) return `${siteName} · ${isEnglish ? "Top-up" : "充值"}`;
  return `${siteName} · ${isEnglish ? "Order" : "订单"} ${orderId}`;
}

/** Time and eight random digits, as the predecessor numbers orders (legacy-facts 4.9). */
function newNumber(now: Date): string {
  return legacyStamp(now) + String(randomInt(100_000_000)).padStart(8, "0");
}
