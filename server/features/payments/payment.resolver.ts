import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { Order } from "../orders/order.entity.ts";
import { getOrder } from "../orders/order.list.service.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Payment, PaymentProblem, PaymentState, stateOf } from "./payment.entity.ts";
import { RefundPaymentInput, StartPaymentInput } from "./payment.input.ts";
import { getPayment, listPayments } from "./payment.list.service.ts";
import { readTopUpTerms, startPayment } from "./payment.service.ts";
import { PaymentConnection, TopUpTerms, WechatPayRequest } from "./payment.view.ts";
import { refundPayment } from "./refund.service.ts";

/** GraphQL's view of payments from outside. */
@Resolver(() => Payment)
export class PaymentResolver {
  @Query(() => TopUpTerms, { description: "Ways and limits of paying from outside." })
  topUpTerms(@Ctx() ctx: Context) {
    allow(mustBeMember(ctx.viewer));
    return readTopUpTerms(ctx);
  }

  @Query(() => Payment, { description: "A payment of the viewer; administrators read all." })
  payment(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "The payment." }) id: string) {
    return getPayment(ctx, parseId(id));
  }

  @Query(() => PaymentConnection, {
    description: "Payments of all members from outside, newest first. For administrators.",
  })
  payments(
    @Ctx() ctx: Context,
    @Arg("state", () => PaymentState, { nullable: true, description: "Only those in this state." })
    state?: PaymentState,
    @Arg("userId", () => ID, { nullable: true, description: "Only those of this member." })
    userId?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last payment of the page before.",
    })
    after?: string,
  ) {
    return listPayments(ctx, { state, userId: parseOptionalId(userId, "userId") }, { first, after });
  }

  @Mutation(() => Payment, {
    description:
      "Begins a payment through a provider: of an order, or into the wallet. It counts when the provider has said so.",
  })
  startPayment(
    @Ctx() ctx: Context,
    @Arg("input", () => StartPaymentInput, { description: "The provider, and what is paid." })
    input: StartPaymentInput,
  ) {
    return startPayment(ctx, input);
  }

  @Mutation(() => Payment, {
    description: "Gives a payment back through its provider, with what it bought. For administrators.",
  })
  refundPayment(
    @Ctx() ctx: Context,
    @Arg("input", () => RefundPaymentInput, { description: "The payment and the reason." })
    input: RefundPaymentInput,
  ) {
    return refundPayment(ctx, input);
  }

  @FieldResolver(() => PaymentState, { description: "Whether it waits, is paid, was refunded or has ended." })
  state(@Ctx() ctx: Context, @Root() payment: Payment) {
    return stateOf(payment, ctx.now);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Page of the provider where the payer pays; null for others, and once it does not wait.",
  })
  redirectUrl(@Ctx() ctx: Context, @Root() payment: Payment) {
    return isOpenFor(ctx, payment) ? payment.redirectTo : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Text of a code that the payer scans; null for others, and once it does not wait.",
  })
  qrText(@Ctx() ctx: Context, @Root() payment: Payment) {
    return isOpenFor(ctx, payment) ? payment.codeText : null;
  }

  @FieldResolver(() => WechatPayRequest, {
    nullable: true,
    description:
      "What a page within WeChat asks WeChat for (`getBrandWCPayRequest`); null for others, and once it does not wait.",
  })
  wechatRequest(@Ctx() ctx: Context, @Root() payment: Payment): WechatPayRequest | null {
    if (payment.wechatRequest === null || !isOpenFor(ctx, payment)) return null;
    return JSON.parse(payment.wechatRequest) as WechatPayRequest;
  }

  @FieldResolver(() => Order, { nullable: true, description: "The order that it pays; null for a top-up." })
  order(@Ctx() ctx: Context, @Root() { orderId }: Payment) {
    return orderId === null ? null : getOrder(ctx, orderId);
  }

  @FieldResolver(() => User, { nullable: true, description: "The member who pays." })
  user(@Ctx() ctx: Context, @Root() { userId }: Payment) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => PaymentProblem, {
    nullable: true,
    description: "What must be looked at; only for administrators.",
  })
  problem(@Ctx() ctx: Context, @Root() { problem }: Payment) {
    return ctx.viewer.isAdmin ? problem : null;
  }
}

function isOpenFor(ctx: Context, payment: Payment): boolean {
  return ctx.viewer.id === payment.userId && stateOf(payment, ctx.now) === PaymentState.PENDING;
}
