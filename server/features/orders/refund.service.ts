import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { lockById } from "../../core/write.ts";
import { revoke } from "../entitlements/entitlement.service.ts";
import { reverse } from "../money/ledger/reversal.service.ts";
import { Order, OrderKind, OrderState } from "./order.entity.ts";
import { orderReference } from "./order.service.ts";

/** Kinds of orders that can be taken back whole. */
const REFUNDABLE: readonly OrderKind[] = [OrderKind.THREAD, OrderKind.TIP, OrderKind.ONLOOKER];

/**
 * Takes a paid order back in the caller's transaction: the money returns to the buyer's wallet from who got it, and what
 * was bought is the buyer's no longer.
 * @throws {DomainError} CANNOT_REFUND for orders that are not paid, and kinds that cannot be taken back; BALANCE_TOO_LOW if
 *   who got the money has spent it.
 */
export async function refundOrder(ctx: Context, orderId: number): Promise<void> {
  const order = await lockById(ctx, Order, orderId);
  if (order?.state !== OrderState.PAID || !REFUNDABLE.includes(order.kind))
    throw new DomainError("CANNOT_REFUND");
  const reference = orderReference(orderId);
  await revoke(ctx, { userId: order.userId, source: reference });
  await reverse(ctx, reference);
  await ctx.db.update(Order, { id: orderId }, { state: OrderState.REFUNDED });
}
