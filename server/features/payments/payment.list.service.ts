import { LessThan, type FindOptionsWhere } from "typeorm";
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
import { userById } from "../users/user.loaders.ts";
import { Payment, type PaymentState } from "./payment.entity.ts";

const LIST = "payments";

/**
 * Reads a payment of the viewer; administrators read all.
 * @throws {DomainError} LOGIN_REQUIRED; NOT_FOUND for payments of others and unknown ones alike.
 */
export async function getPayment(ctx: Context, id: number): Promise<Payment> {
  allow(mustBeMember(ctx.viewer));
  const payment = await ctx.db.findOneBy(Payment, { id });
  if (!payment || (payment.userId !== ctx.viewer.id && !ctx.viewer.isAdmin))
    throw new DomainError("NOT_FOUND");
  return payment;
}

/** Filter of all payments. */
export interface PaymentFilter {
  readonly userId?: number;
  readonly state?: PaymentState | null;
}

/** Lists the payments of all members, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listPayments(
  ctx: Context,
  { userId, state }: PaymentFilter,
  page: PageRequest,
): Promise<Connection<Payment>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const where: FindOptionsWhere<Payment> = { ...(userId && { userId }), ...(state && { state }) };
  const payments = await ctx.db.find(Payment, {
    where: before === null ? where : { ...where, id: LessThan(before) },
    order: { id: "DESC" },
    take: first + 1,
  });
  await preload(
    ctx,
    userById,
    payments.map(({ userId }) => userId),
  );
  return pageOf(payments, first, ({ id }) => encodeCursor(LIST, [id]), before !== null);
}
