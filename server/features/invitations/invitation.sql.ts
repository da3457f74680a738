import type { Context } from "../../core/context.ts";
import { marks, row, rows } from "../../core/sql.ts";
import { OrderKind, OrderState } from "../orders/order.entity.ts";

/** Raw since they are sums of shares by the member whose money they were taken of. */

/** The member who came: the buyer of what is paid for joining, the payee of everything else. */
const INVITEE = `CASE WHEN o.kind = '${OrderKind.REGISTRATION}' THEN o.userId ELSE o.payeeId END`;

/** Adds up what a member has earned by those whom they invited, in cents; refunds are left out. */
export async function sumEarned(ctx: Context, inviterId: number): Promise<number> {
  const sum = await row<{ cents: number | null }>(
    ctx,
    "SELECT SUM(o.inviterCents) AS cents FROM orders o WHERE o.inviterId = ? AND o.state = ?",
    [inviterId, OrderState.PAID],
  );
  return Number(sum?.cents ?? 0);
}

/** Adds up what an inviter has earned by each of some members, in cents; who has brought nothing is left out. */
export async function sumEarnedBy(
  ctx: Context,
  inviterId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const sums = await rows<{ userId: number; cents: number }>(
    ctx,
    `SELECT ${INVITEE} AS userId, SUM(o.inviterCents) AS cents FROM orders o
     WHERE o.inviterId = ? AND o.state = ? AND ${INVITEE} IN (${marks(userIds)}) GROUP BY ${INVITEE}`,
    [inviterId, OrderState.PAID, ...userIds],
  );
  return new Map(sums.map(({ userId, cents }) => [Number(userId), Number(cents)]));
}
