import { In, LessThan, type FindOptionsWhere } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { allow, mustBeAdmin, mustBeMember } from "../../core/viewer.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { userById } from "../users/user.loaders.ts";
import { Order, OrderKind, OrderState } from "./order.entity.ts";

const LIST = "orders";

/**
 * Reads an order of the viewer; administrators read all.
 * @throws {DomainError} LOGIN_REQUIRED; NOT_FOUND for orders of others and unknown ones alike.
 */
export async function getOrder(ctx: Context, id: number): Promise<Order> {
  allow(mustBeMember(ctx.viewer));
  const order = await ctx.db.findOneBy(Order, { id });
  if (!order || (order.userId !== ctx.viewer.id && !ctx.viewer.isAdmin)) throw new DomainError("NOT_FOUND");
  return order;
}

/** Finds the viewer's order of a thread, or of its files, that waits for its payment; null if there is none. */
export function findWaitingOrder(
  ctx: Context,
  threadId: number,
  kind: OrderKind.THREAD | OrderKind.ATTACHMENT,
): Promise<Order | null> {
  const where = { userId: ctx.viewer.id, kind, threadId, state: OrderState.PENDING };
  return ctx.db.findOne(Order, { where, order: { id: "DESC" } });
}

/** Counts the members who bought a thread, or its files, and were not refunded. */
export function countBuyers(
  ctx: Context,
  threadId: number,
  kind: OrderKind.THREAD | OrderKind.ATTACHMENT,
): Promise<number> {
  return ctx.db.countBy(Order, { threadId, kind, state: OrderState.PAID });
}

/** Kinds that give something; tips do not. */
const PURCHASES = [
  OrderKind.THREAD,
  OrderKind.ATTACHMENT,
  OrderKind.ONLOOKER,
  OrderKind.REGISTRATION,
  OrderKind.RENEWAL,
  OrderKind.GROUP,
] as const;

/** Lists what the viewer has bought, newest first; tips are no purchases. @throws {DomainError} LOGIN_REQUIRED. */
export function listPurchases(ctx: Context, page: PageRequest): Promise<Connection<Order>> {
  allow(mustBeMember(ctx.viewer));
  return list(ctx, { userId: ctx.viewer.id, kind: In(PURCHASES), state: OrderState.PAID }, page);
}

/** Ids of the threads that the viewer has bought, or whose files, at most `limit`, the last first. @throws {DomainError} LOGIN_REQUIRED. */
export async function boughtThreadIds(ctx: Context, limit: number): Promise<number[]> {
  allow(mustBeMember(ctx.viewer));
  const kind = In([OrderKind.THREAD, OrderKind.ATTACHMENT]);
  const where = { userId: ctx.viewer.id, kind, state: OrderState.PAID };
  const orders = await ctx.db.find(Order, { where, order: { id: "DESC" }, take: limit });
  return [...new Set(orders.flatMap(({ threadId }) => threadId ?? []))];
}

/** Filter of all orders. */
export interface OrderFilter {
  readonly userId?: number;
  readonly state?: OrderState | null;
  readonly kind?: OrderKind | null;
}

/** Lists the orders of all members, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listOrders(
  ctx: Context,
  { userId, state, kind }: OrderFilter,
  page: PageRequest,
): Promise<Connection<Order>> {
  allow(mustBeAdmin(ctx.viewer));
  const orders = await list(
    ctx,
    { ...(userId && { userId }), ...(state && { state }), ...(kind && { kind }) },
    page,
  );
  await preload(
    ctx,
    userById,
    orders.nodes.flatMap(({ userId, payeeId, inviterId }) =>
      [userId, payeeId, inviterId].filter((id) => id !== null),
    ),
  );
  return orders;
}

async function list(
  ctx: Context,
  where: FindOptionsWhere<Order>,
  page: PageRequest,
): Promise<Connection<Order>> {
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const orders = await ctx.db.find(Order, {
    where: before === null ? where : { ...where, id: LessThan(before) },
    order: { id: "DESC" },
    take: first + 1,
  });
  await preload(
    ctx,
    threadById,
    orders.flatMap(({ threadId }) => threadId ?? []),
  );
  return pageOf(orders, first, ({ id }) => encodeCursor(LIST, [id]), before !== null);
}
