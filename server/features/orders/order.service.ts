import { IsNull, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { checkAmount, splitEvenly } from "../../core/money.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { getGroup } from "../groups/group.service.ts";
import type { JoinOffer } from "../memberships/join.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { post, type Leg } from "../money/ledger/ledger.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { admitPayment, checkPayPassword } from "../money/pay-password/payPassword.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { getThread } from "../threads/thread.service.ts";
import { Order, OrderKind, OrderState, PaymentMethod, stateOf } from "./order.entity.ts";
import type { CreateOrderInput, PayOrderInput } from "./order.input.ts";
import { canOrder, canPay } from "./order.policy.ts";
import { findOrder, lockOrder, markPaid } from "./order.sql.ts";
import { splitOrder, splitToPay } from "./split.service.ts";
import { TRADES, type Trade } from "./trade.service.ts";

/** Time within which an order is paid, in milliseconds: 15 minutes (legacy-facts 4.9). */
export const ORDER_LASTS_MS = 900_000;

/** Names what an order moves and gives, in the books and with the entitlement. */
export function orderReference(orderId: number): string {
  return `order:${orderId}`;
}

/**
 * Makes an order at the price that the viewer has seen. An order that waits for its payment already is given again.
 * @throws {DomainError} NOT_FOUND for what the viewer cannot see; INVALID_PARAMETER for no amount and for what is free;
 *   PRICE_CHANGED; CANNOT_BUY_OWN; ALREADY_BOUGHT; CANNOT_TIP; FORBIDDEN without `order.create`, and where tips are off.
 */
export const createOrder = verb({
  name: "createOrder",
  who: "member",
  rate: "pay",
  beforeJoining: true,
  async run(ctx: Context, input: CreateOrderInput): Promise<Order> {
    const { kind } = input;
    const groupId = kind === OrderKind.GROUP ? parseId(input.groupId ?? "", "groupId") : null;
    allow(canOrder(ctx.viewer, { kind, groupId }));
    const amountCents = checkAmount(input.amountCents, "amountCents");
    const trade = TRADES[kind];
    const thread =
      trade.of === "thread" ? await getThread(ctx, parseId(input.threadId ?? "", "threadId")) : null;
    const days = trade.of === "thread" ? null : (input.days ?? null);
    await checkTrade(ctx, trade, { thread, groupId }, { amountCents, days });
    const what = {
      kind,
      userId: ctx.viewer.id,
      threadId: thread?.id ?? IsNull(),
      groupId: groupId ?? IsNull(),
    };
    const split = await splitOrder(ctx, kind, thread, amountCents);
    return inTransaction(ctx, async (ctx) => {
      const waiting = { amountCents, ...split, state: OrderState.PENDING };
      const inviterId = split.inviterId ?? IsNull();
      const same = { ...what, ...waiting, inviterId, days: days ?? IsNull(), expiresAt: MoreThan(ctx.now) };
      const existing = await ctx.db.findOneBy(Order, same);
      if (existing) return existing;
      const id = await insert(ctx, Order, {
        ...waiting,
        kind,
        userId: ctx.viewer.id,
        threadId: thread?.id ?? null,
        groupId,
        days,
        method: null,
        payeeId: thread?.authorId ?? null,
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + ORDER_LASTS_MS),
        paidAt: null,
      });
      return ctx.db.findOneByOrFail(Order, { id });
    });
  },
});

/**
 * Pays an order from the viewer's balance: money, order and what was bought change together or not at all.
 * @emits notificationRaised
 * @throws {DomainError} FORBIDDEN without `trade.pay.order`; PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; RATE_LIMITED after too many wrong ones; NOT_FOUND for
 *   orders of others; ORDER_CLOSED for what is paid or expired; PRICE_CHANGED; ALREADY_BOUGHT; CANNOT_TIP; BALANCE_TOO_LOW;
 *   CONFLICT if the key came with another request.
 */
export const payOrder = verb({
  name: "payOrder",
  who: "member",
  rate: "pay",
  beforeJoining: true,
  async run(ctx: Context, input: PayOrderInput): Promise<Order> {
    const orderId = parseId(input.orderId, "orderId");
    const { method, payPassword, idempotencyKey: clientKey } = input;
    if (method !== PaymentMethod.WALLET)
      throw invalid("method", "请使用外部支付", "Payments from outside begin with startPayment.");
    const order = await findOrder(ctx, orderId);
    allow(canPay(ctx.viewer, order?.userId === ctx.viewer.id ? order : null));
    await checkPayPassword(ctx, payPassword);
    return inTransaction(ctx, async (ctx) => {
      await admitPayment(ctx);
      let paid = null as Order | null;
      const answer = { orderId };
      const body = { orderId, method };
      await onceByKey(ctx, { operation: "payOrder", clientKey, body, answer }, async () => {
        paid = await settle(ctx, orderId, method);
        return answer;
      });
      return paid ?? (await findOrder(ctx, orderId))!;
    });
  },
});

/**
 * Pays an order of the viewer without the pay password, for money that has just come from outside for it.
 * @emits notificationRaised
 * @throws {DomainError} as `payOrder`
 */
export async function settleOrder(ctx: Context, orderId: number): Promise<void> {
  await inTransaction(ctx, (ctx) => settle(ctx, orderId, PaymentMethod.OUTSIDE));
}

/** Moves the money of an order and gives what it buys, in the caller's transaction. @returns the order as it is then */
async function settle(ctx: Context, orderId: number, method: PaymentMethod): Promise<Order> {
  const order = await lockOrder(ctx, orderId);
  if (!order || order.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND", { field: "orderId" });
  if (stateOf(order, ctx.now) !== OrderState.PENDING) throw new DomainError("ORDER_CLOSED");
  const { userId, payeeId, threadId, groupId } = order;
  const trade = TRADES[order.kind];
  const thread = threadId === null ? null : await load(ctx, threadById, threadId);
  if (trade.of === "thread") await checkTrade(ctx, trade, { thread, groupId }, order);
  const source = orderReference(orderId);
  const split = await splitToPay(ctx, order);
  const payees = await payeesOf(ctx, trade, { ...order, ...split });
  await trade.give(ctx, order, source);
  await markPaid(ctx, orderId, split, method);
  await post(ctx, {
    kind: trade.movement,
    reference: source,
    memo: thread?.title ?? (await groupNameOf(ctx, groupId)),
    legs: legsOf({ ...order, ...split }, payees, trade),
  });
  if (trade.of === "thread") {
    const about = { kind: trade.notification, actorId: userId, threadId, postId: null, data: {} };
    for (const payee of payees)
      ctx.emit(notificationRaised({ userId: payee.payeeId, ...about, amountCents: payee.cents }));
  }
  const { inviterId, inviterCents } = split;
  if (inviterId !== null) {
    const about = { actorId: payeeId ?? userId, threadId: null, postId: null, data: {} };
    ctx.emit(
      notificationRaised({ userId: inviterId, kind: "divide.income", ...about, amountCents: inviterCents }),
    );
  }
  return Object.assign(order, split, { state: OrderState.PAID, method, paidAt: ctx.now });
}

/** Refuses what cannot be bought on these terms. */
function checkTrade(
  ctx: Context,
  trade: Trade,
  { thread, groupId }: { readonly thread: Thread | null; readonly groupId: number | null },
  offer: JoinOffer,
): Promise<void> {
  if (trade.of === "site") return trade.check(ctx, offer);
  if (trade.of === "group") return trade.check(ctx, groupId!, offer);
  if (!thread) throw new DomainError("NOT_FOUND");
  return trade.check(ctx, thread, offer.amountCents);
}

async function groupNameOf(ctx: Context, groupId: number | null): Promise<string> {
  return groupId === null ? "" : (await getGroup(ctx, groupId)).name;
}

/** A member who gets a part of an order. */
interface Payee {
  readonly payeeId: number;
  readonly cents: number;
}

/** Finds who gets the payee's part of an order; where there are two, the first has the odd cent. */
async function payeesOf(
  ctx: Context,
  trade: Trade,
  { payeeId, payeeCents, threadId }: Order,
): Promise<Payee[]> {
  if (payeeId === null) return [];
  if (trade.of !== "thread" || !trade.partner) return [{ payeeId, cents: payeeCents }];
  const [first, second] = splitEvenly(payeeCents, 2) as [number, number];
  return [
    { payeeId, cents: first },
    { payeeId: await trade.partner(ctx, threadId!), cents: second },
  ];
}

function legsOf(order: Order, payees: readonly Payee[], { income }: Trade): Leg[] {
  const { userId, inviterId, amountCents, siteCents, inviterCents } = order;
  const legs: Leg[] = [{ kind: AccountKind.AVAILABLE, ownerId: userId, amountCents: -amountCents }];
  if (inviterId !== null)
    legs.push({
      kind: AccountKind.AVAILABLE,
      ownerId: inviterId,
      amountCents: inviterCents,
      as: TransactionKind.COMMISSION,
    });
  for (const { payeeId, cents } of payees)
    legs.push({ kind: AccountKind.AVAILABLE, ownerId: payeeId, amountCents: cents });
  return [...legs, { kind: income, amountCents: siteCents }];
}

/** Closes the orders that were not paid in time. */
export async function expireOrders(ctx: Context): Promise<void> {
  const due = { state: OrderState.PENDING, expiresAt: LessThanOrEqual(ctx.now) };
  if (!(await ctx.db.existsBy(Order, due))) return;
  await inTransaction(ctx, (ctx) => ctx.db.update(Order, due, { state: OrderState.EXPIRED }));
}
