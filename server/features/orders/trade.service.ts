import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { EntitledObject } from "../entitlements/entitlement.entity.ts";
import { entitle, ownsThreadRight } from "../entitlements/entitlement.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import type { notificationRaised } from "../notifications/inbox/notification.events.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { OrderKind, type Order } from "./order.entity.ts";
import { checkTip } from "./tips/tip.service.ts";

/** Rules of a kind of order: what it asks of its thread, and what its payment gives. */
export interface Trade {
  readonly movement: TransactionKind;
  /** Tells the payee. */
  readonly notification: Parameters<typeof notificationRaised>[0]["kind"];
  /** Refuses what cannot be bought; asked when the order is made, and again before it is paid. */
  check(ctx: Context, thread: Thread, amountCents: number): Promise<void>;
  /** Gives what was paid for, in the transaction of the payment. */
  give(ctx: Context, order: Order, source: string): Promise<void>;
}

/** The rules of every kind of order. */
export const TRADES: Readonly<Record<OrderKind, Trade>> = {
  [OrderKind.THREAD]: {
    movement: TransactionKind.PAYMENT,
    notification: "post.paid",
    async check(ctx, thread, amountCents) {
      if (!thread.visible) throw new DomainError("NOT_FOUND");
      if (ctx.viewer.owns(thread)) throw new DomainError("CANNOT_BUY_OWN");
      if (await ownsThreadRight(ctx, thread.id)) throw new DomainError("ALREADY_BOUGHT");
      const { priceCents } = thread;
      if (priceCents === 0) throw invalid("threadId", "这个帖子是免费的", "This thread is free.");
      if (priceCents !== amountCents) throw new DomainError("PRICE_CHANGED", { field: "amountCents" });
    },
    async give(ctx, { userId, threadId }, source) {
      const right = { userId, objectKind: EntitledObject.THREAD, objectId: threadId, source };
      if (!(await entitle(ctx, right))) throw new DomainError("ALREADY_BOUGHT");
    },
  },
  [OrderKind.TIP]: {
    movement: TransactionKind.TIP,
    notification: "post.tipped",
    check: checkTip,
    give: () => Promise.resolve(),
  },
};
