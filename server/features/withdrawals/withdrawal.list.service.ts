import { LessThan, type FindOptionsWhere } from "typeorm";
import type { Context } from "../../core/context.ts";
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
import { Withdrawal, type WithdrawalState } from "./withdrawal.entity.ts";

const LIST = "withdrawals";

/** Lists the viewer's withdrawals, newest first. @throws {DomainError} LOGIN_REQUIRED. */
export function listWithdrawals(ctx: Context, page: PageRequest): Promise<Connection<Withdrawal>> {
  allow(mustBeMember(ctx.viewer));
  return list(ctx, { userId: ctx.viewer.id }, page);
}

/** Filter of all withdrawals. */
export interface WithdrawalFilter {
  readonly userId?: number;
  readonly state?: WithdrawalState | null;
}

/** Lists the withdrawals of all members, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listAllWithdrawals(
  ctx: Context,
  { userId, state }: WithdrawalFilter,
  page: PageRequest,
): Promise<Connection<Withdrawal>> {
  allow(mustBeAdmin(ctx.viewer));
  const withdrawals = await list(ctx, { ...(userId && { userId }), ...(state && { state }) }, page);
  await preload(
    ctx,
    userById,
    withdrawals.nodes.map(({ userId }) => userId),
  );
  return withdrawals;
}

async function list(
  ctx: Context,
  where: FindOptionsWhere<Withdrawal>,
  page: PageRequest,
): Promise<Connection<Withdrawal>> {
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const withdrawals = await ctx.db.find(Withdrawal, {
    where: before === null ? where : { ...where, id: LessThan(before) },
    order: { id: "DESC" },
    take: first + 1,
  });
  return pageOf(withdrawals, first, ({ id }) => encodeCursor(LIST, [id]), before !== null);
}
