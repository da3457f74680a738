import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { checkReason } from "../../core/reason.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockById } from "../../core/write.ts";
import { refuseWhileStopped } from "../money/checks/stop.service.ts";
import { reverse } from "../money/ledger/reversal.service.ts";
import { Order, OrderState, PaymentMethod } from "./order.entity.ts";
import type { RefundOrderInput } from "./order.input.ts";
import { orderReference } from "./order.service.ts";
import { TRADES } from "./trade.service.ts";

/**
 * Takes a paid order back in the caller's transaction: the money returns to the buyer's wallet from who got it, and what
 * is left of what was bought is the buyer's no longer.
 * @param reason shown to the buyer
 * @throws {DomainError} CANNOT_REFUND for orders that are not paid; BALANCE_TOO_LOW if who got the money has spent it.
 */
export async function takeBackOrder(ctx: Context, orderId: number, reason: string): Promise<Order> {
  const order = await lockById(ctx, Order, orderId);
  if (order?.state !== OrderState.PAID) throw new DomainError("CANNOT_REFUND");
  const reference = orderReference(orderId);
  await TRADES[order.kind].takeBack(ctx, order, reference, reason);
  await reverse(ctx, reference);
  await ctx.db.update(Order, { id: orderId }, { state: OrderState.REFUNDED });
  return order;
}

/**
 * Gives an order that was paid from the wallet back to it. One that was paid from outside goes back there, with its
 * payment.
 * @throws {DomainError} NOT_FOUND; CANNOT_REFUND for what is not paid, was refunded, or was paid from outside;
 *   BALANCE_TOO_LOW if who got the money has spent it; INVALID_PARAMETER without a reason; MONEY_STOPPED.
 */
export const refundOrder = verb({
  name: "refundOrder",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: RefundOrderInput): Promise<Order> {
    const id = parseId(input.id, "id");
    const reason = checkReason(input.reason);
    if (reason === "") throw invalid("reason", "请填写理由", "Please give a reason.");
    await inTransaction(ctx, async (ctx) => {
      const order = await lockById(ctx, Order, id);
      if (!order) throw new DomainError("NOT_FOUND", { field: "id" });
      if (order.method === PaymentMethod.OUTSIDE)
        throw new DomainError("CANNOT_REFUND", {
          text: {
            zh: "外部支付的订单请从外部支付中退款",
            en: "Refund the payment from outside that paid it.",
          },
        });
      await refuseWhileStopped(ctx);
      await takeBackOrder(ctx, id, reason);
      noteChange(ctx, {
        target: `order:${id}`,
        before: { state: order.state, amountCents: order.amountCents },
        after: { state: OrderState.REFUNDED },
        reason,
      });
    });
    return ctx.db.findOneByOrFail(Order, { id });
  },
});
