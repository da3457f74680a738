import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { amountText, parseAmount } from "../../../core/money.ts";
import { legacyTime, LEGACY_STAMP_DIGITS, legacyStamp } from "../../../core/rest.ts";
import { groupsById } from "../../groups/group.service.ts";
import { joinOffer } from "../../memberships/join.service.ts";
import { getThread } from "../../threads/thread.service.ts";
import { canSeeAuthor } from "../../threads/thread.policy.ts";
import { OrderKind, OrderState, stateOf, type Order } from "../order.entity.ts";
import { CreateOrderInput } from "../order.input.ts";
import { getOrder } from "../order.list.service.ts";
import { createOrder } from "../order.service.ts";
import type { LegacyNewOrder, LegacyOrderRef } from "./legacy.input.ts";

/** Kinds of the predecessor by their numbers (legacy-facts 4.9). */
const KINDS: Readonly<Record<number, OrderKind>> = {
  1: OrderKind.REGISTRATION,
  2: OrderKind.TIP,
  3: OrderKind.THREAD,
  4: OrderKind.GROUP,
  6: OrderKind.ONLOOKER,
  7: OrderKind.ATTACHMENT,
  8: OrderKind.RENEWAL,
};
/** Kinds that are paid with their thread, so that there is no order. */
const PAID_WITH_THREAD: ReadonlySet<number> = new Set([5, 9, 10, 11, 20, 21]);
const TOP_UP = 30;
/** Numbers of the predecessor for the states. */
const STATES: Readonly<Record<OrderState, number>> = {
  [OrderState.PENDING]: 0,
  [OrderState.PAID]: 1,
  [OrderState.EXPIRED]: 4,
  [OrderState.REFUNDED]: 10,
};
const OF_THREADS: ReadonlySet<OrderKind> = new Set([
  OrderKind.TIP,
  OrderKind.THREAD,
  OrderKind.ONLOOKER,
  OrderKind.ATTACHMENT,
]);
const NUMBER = /^\d{22,30}$/;

/** Number of an order as the predecessor makes them (legacy-facts 4.9): its time, and here its id in eight digits. */
export function orderNumber({ id, createdAt }: Pick<Order, "id" | "createdAt">): string {
  return legacyStamp(createdAt) + String(id).padStart(8, "0");
}

/** Reads an order of the viewer by its number. @throws {DomainError} INVALID_PARAMETER; NOT_FOUND. */
export async function orderByNumber(ctx: Context, number: string): Promise<Order> {
  if (!NUMBER.test(number)) throw invalid("orderSn", "orderSn 须为 22 位数字", "orderSn has 22 digits.");
  const order = await getOrder(ctx, Number(number.slice(LEGACY_STAMP_DIGITS)));
  if (order.userId !== ctx.viewer.id || orderNumber(order) !== number) throw new DomainError("NOT_FOUND");
  return order;
}

/**
 * Makes an order at the price that the client has seen. Days are those of now, which these clients do not send.
 * @throws {DomainError} as `createOrder`; INVALID_PARAMETER for what cannot be ordered so
 */
export async function createOrderForLegacy(ctx: Context, input: LegacyNewOrder): Promise<object> {
  const kind = kindOf(input.type);
  if (input.isAnonymous)
    throw invalid(
      "isAnonymous",
      "本站不支持匿名支付，订单没有创建",
      "Nobody pays anonymously here. No order was made.",
    );
  const { threadId, groupId, payeeId } = input;
  if (OF_THREADS.has(kind)) await checkPayee(ctx, threadId, payeeId);
  const order = await createOrder(
    ctx,
    Object.assign(new CreateOrderInput(), {
      kind,
      threadId: threadId === undefined ? null : String(threadId),
      groupId: groupId === undefined ? null : String(groupId),
      amountCents: parseAmount(input.amount, "amount"),
      days: await daysOf(ctx, kind, groupId),
    }),
  );
  return legacyOrder(ctx, order);
}

function kindOf(type: number): OrderKind {
  const kind = KINDS[type];
  if (kind) return kind;
  if (PAID_WITH_THREAD.has(type))
    throw invalid(
      "type",
      "红包、悬赏和提问随帖子一起支付（thread.create 的 payPassword），不需要订单",
      "Red packets, bounties and questions are paid with their thread (payPassword of thread.create).",
    );
  if (type === TOP_UP)
    throw invalid("type", "请在钱包页面充值", "Top-ups are made on the page of the wallet.");
  throw invalid("type", "没有这种订单", "There is no such order.");
}

/** Refuses a payee who is not the author; who wrote an anonymous thread is told to nobody by it. */
async function checkPayee(
  ctx: Context,
  threadId: number | undefined,
  payeeId: number | undefined,
): Promise<void> {
  if (!payeeId || threadId === undefined) return;
  const thread = await getThread(ctx, threadId);
  if (canSeeAuthor(ctx.viewer, thread) && thread.authorId !== payeeId)
    throw invalid("payeeId", "payeeId 不是帖子作者", "payeeId is not the author of the thread.");
}

async function daysOf(ctx: Context, kind: OrderKind, groupId: number | undefined): Promise<number | null> {
  if (kind === OrderKind.GROUP) return (await groupsById(ctx)).get(groupId ?? 0)?.days ?? null;
  if (OF_THREADS.has(kind)) return null;
  return (await joinOffer(ctx))?.days ?? null;
}

/** Reads an order, as clients do while they wait for its payment. @throws {DomainError} as `orderByNumber` */
export async function readOrderForLegacy(ctx: Context, { orderSn }: LegacyOrderRef): Promise<object> {
  return legacyOrder(ctx, await orderByNumber(ctx, orderSn));
}

function legacyOrder({ now }: Context, order: Order): object {
  const { id, kind, userId, threadId, groupId, amountCents, createdAt, expiresAt, paidAt } = order;
  return {
    id,
    orderSn: orderNumber(order),
    paymentSn: orderNumber(order),
    amount: amountText(amountCents),
    status: STATES[stateOf(order, now)],
    type: typeOf(kind),
    userId,
    threadId,
    groupId,
    isAnonymous: false,
    createdAt: legacyTime(createdAt),
    expiredAt: legacyTime(expiresAt),
    paidAt: paidAt && legacyTime(paidAt),
  };
}

function typeOf(kind: OrderKind): number {
  return Number(Object.keys(KINDS).find((type) => KINDS[Number(type)] === kind));
}
