import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { allow } from "../../core/viewer.ts";
import { EntitledObject } from "../entitlements/entitlement.entity.ts";
import {
  entitle,
  ownsAttachmentRight,
  ownsThreadRight,
  revoke,
} from "../entitlements/entitlement.service.ts";
import {
  alreadyJoined,
  checkJoin,
  giveSitePeriod,
  takeBackSitePeriod,
  type JoinOffer,
} from "../memberships/join.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import type { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { answererOf, checkOnlooking, giveAnswer } from "../questions/onlooker.service.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { checkGroupOffer, giveGroup } from "../upgrades/offer.service.ts";
import { takeFromQueue } from "../users/paid-groups/groupQueue.service.ts";
import { OrderKind, type Order } from "./order.entity.ts";
import { checkTip } from "./tips/tip.service.ts";

/** Rules of a kind of order: what its payment moves and gives. */
interface CommonTrade {
  readonly movement: TransactionKind;
  /** The account of the site that gets its part. */
  readonly income: AccountKind;
  /** Gives what was paid for, in the transaction of the payment. */
  give(ctx: Context, order: Order, source: string): Promise<void>;
  /** Takes back what was given, in the transaction of the refund. @param reason shown to the buyer */
  takeBack(ctx: Context, order: Order, source: string, reason: string): Promise<void>;
}

/** Rules of orders about a thread, whose author gets a part. */
export interface ThreadTrade extends CommonTrade {
  readonly of: "thread";
  /** Tells the payee. */
  readonly notification: Parameters<typeof notificationRaised>[0]["kind"];
  /** Refuses what cannot be bought; asked when the order is made, and again before it is paid. */
  check(ctx: Context, thread: Thread, amountCents: number): Promise<void>;
  /** Finds the member who gets half of the payee's part. */
  partner?(ctx: Context, threadId: number): Promise<number>;
}

/** Rules of orders that the site gets all of. What cannot be bought is refused again where it is given. */
export interface SiteTrade extends CommonTrade {
  readonly of: "site";
  check(ctx: Context, offer: JoinOffer): Promise<void>;
}

/** Rules of orders of a group, which the site gets all of. What cannot be bought is refused again where it is given. */
export interface GroupTrade extends CommonTrade {
  readonly of: "group";
  check(ctx: Context, groupId: number, offer: JoinOffer): Promise<void>;
}

/** Rules of a kind of order. */
export type Trade = ThreadTrade | SiteTrade | GroupTrade;

function takeRight(ctx: Context, { userId }: Order, source: string): Promise<void> {
  return revoke(ctx, { userId, source });
}

/** Common rules of what a thread sells: its text or its files. */
function selling(objectKind: EntitledObject.THREAD | EntitledObject.ATTACHMENT): Omit<ThreadTrade, "check"> {
  return {
    of: "thread",
    movement: TransactionKind.PAYMENT,
    income: AccountKind.ROYALTIES,
    notification: "post.paid",
    async give(ctx, { userId, threadId }, source) {
      const right = { userId, objectKind, objectId: threadId!, source };
      if (!(await entitle(ctx, right))) throw new DomainError("ALREADY_BOUGHT");
    },
    takeBack: takeRight,
  };
}

/** Price that a thread asks, and the amount that the viewer offers. */
interface Offer {
  readonly hasBought: boolean;
  readonly priceCents: number;
  readonly amountCents: number;
}

function checkSold({ viewer }: Context, thread: Thread, { hasBought, priceCents, amountCents }: Offer): void {
  if (!thread.visible) throw new DomainError("NOT_FOUND");
  if (viewer.owns(thread)) throw new DomainError("CANNOT_BUY_OWN");
  if (hasBought) throw new DomainError("ALREADY_BOUGHT");
  if (priceCents === 0)
    throw invalid("threadId", "这里没有要付费的内容", "Nothing of this thread is sold so.");
  if (priceCents !== amountCents) throw new DomainError("PRICE_CHANGED", { field: "amountCents" });
}

function joining(isRenewal: boolean): SiteTrade {
  return {
    of: "site",
    movement: TransactionKind.MEMBERSHIP,
    income: AccountKind.REGISTRATIONS,
    async check(ctx, offer) {
      if (!isRenewal && !ctx.viewer.mustJoin) throw alreadyJoined();
      await checkJoin(ctx, ctx.viewer.id, isRenewal, offer);
    },
    give: (ctx, { userId, amountCents, days }, source) =>
      giveSitePeriod(ctx, userId, isRenewal, { amountCents, days }, source),
    takeBack: (ctx, { userId }, source) => takeBackSitePeriod(ctx, userId, source),
  };
}

/** The rules of every kind of order. */
export const TRADES: Readonly<Record<OrderKind, Trade>> = {
  [OrderKind.THREAD]: {
    ...selling(EntitledObject.THREAD),
    async check(ctx: Context, thread: Thread, amountCents: number) {
      const hasBought = await ownsThreadRight(ctx, thread.id);
      checkSold(ctx, thread, { hasBought, priceCents: thread.priceCents, amountCents });
    },
  },
  [OrderKind.ATTACHMENT]: {
    ...selling(EntitledObject.ATTACHMENT),
    async check(ctx: Context, thread: Thread, amountCents: number) {
      const hasBought = await ownsAttachmentRight(ctx, thread.id);
      checkSold(ctx, thread, { hasBought, priceCents: thread.attachmentPriceCents, amountCents });
      // Money buys no permission: without these the files stay closed.
      allow(ctx.viewer.check("thread.viewAttachment"));
      allow(ctx.viewer.check("thread.downloadAttachment"));
    },
  },
  [OrderKind.TIP]: {
    of: "thread",
    movement: TransactionKind.TIP,
    income: AccountKind.ROYALTIES,
    notification: "post.tipped",
    check: checkTip,
    give: () => Promise.resolve(),
    takeBack: () => Promise.resolve(),
  },
  [OrderKind.ONLOOKER]: {
    of: "thread",
    movement: TransactionKind.PAYMENT,
    income: AccountKind.ROYALTIES,
    notification: "divide.income",
    check: checkOnlooking,
    give: (ctx, { userId, threadId }, source) => giveAnswer(ctx, userId, threadId!, source),
    takeBack: takeRight,
    partner: answererOf,
  },
  [OrderKind.REGISTRATION]: joining(false),
  [OrderKind.RENEWAL]: joining(true),
  [OrderKind.GROUP]: {
    of: "group",
    movement: TransactionKind.GROUP,
    income: AccountKind.GROUPS,
    check: checkGroupOffer,
    give: (ctx, { userId, groupId, amountCents, days }, source) =>
      giveGroup(ctx, userId, groupId!, { amountCents, days }, source),
    takeBack: (ctx, { userId }, source, reason) => takeFromQueue(ctx, userId, source, reason),
  },
};
