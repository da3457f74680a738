import type { Context } from "../../core/context.ts";
import { run, selectOne } from "../../core/sql.ts";
import { forUpdate } from "../../core/write.ts";
import { Order, OrderState, type PaymentMethod } from "./order.entity.ts";
import type { Split } from "./split.service.ts";

/** Raw since every payment runs them; TypeORM needs a tenth of a millisecond more for each. */

/** Finds an order. */
export function findOrder(ctx: Context, id: number): Promise<Order | null> {
  return selectOne(ctx, Order, "o", "orders o WHERE o.id = ?", [id]);
}

/** Finds an order and locks it until the transaction ends. */
export function lockOrder(ctx: Context, id: number): Promise<Order | null> {
  return selectOne(ctx, Order, "o", `orders o WHERE o.id = ?${forUpdate(ctx)}`, [id]);
}

/** Stores that an order is paid, with the parts as they were paid. */
export async function markPaid(
  ctx: Context,
  id: number,
  { siteCents, payeeCents, inviterId, inviterCents }: Split,
  method: PaymentMethod,
): Promise<void> {
  await run(
    ctx,
    `UPDATE orders SET state = ?, method = ?, paidAt = ?, siteCents = ?, payeeCents = ?, inviterId = ?, inviterCents = ?
     WHERE id = ?`,
    [OrderState.PAID, method, ctx.now, siteCents, payeeCents, inviterId, inviterCents, id],
  );
}
