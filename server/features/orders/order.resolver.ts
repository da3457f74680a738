import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { chain, load } from "../../core/loaders.ts";
import { Cents } from "../../core/money.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Group } from "../groups/group.entity.ts";
import { groupsById } from "../groups/group.service.ts";
import { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { isForSale } from "../threads/paid/paid.policy.ts";
import { canReadThread, canSeeThread } from "../threads/thread.policy.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Order, OrderKind, OrderState, stateOf } from "./order.entity.ts";
import { CreateOrderInput, PayOrderInput, RefundOrderInput } from "./order.input.ts";
import { countBuyers, findWaitingOrder, getOrder, listOrders, listPurchases } from "./order.list.service.ts";
import { createOrder, payOrder } from "./order.service.ts";
import { OrderConnection } from "./order.view.ts";
import { refundOrder } from "./refund.service.ts";

/** GraphQL's view of orders. */
@Resolver(() => Order)
export class OrderResolver {
  @Query(() => Order, { description: "An order of the viewer; administrators read all." })
  order(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "The order." }) id: string) {
    return getOrder(ctx, parseId(id));
  }

  @Query(() => OrderConnection, { description: "Orders of all members, newest first. For administrators." })
  orders(
    @Ctx() ctx: Context,
    @Arg("state", () => OrderState, { nullable: true, description: "Only orders in this state." })
    state?: OrderState,
    @Arg("kind", () => OrderKind, { nullable: true, description: "Only orders of this kind." })
    kind?: OrderKind,
    @Arg("userId", () => ID, { nullable: true, description: "Only what this member wanted to buy." })
    userId?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last order of the page before.",
    })
    after?: string,
  ) {
    return listOrders(ctx, { state, kind, userId: parseOptionalId(userId, "userId") }, { first, after });
  }

  @Query(() => OrderConnection, { description: "What the viewer has bought, newest first." })
  purchases(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last order of the page before.",
    })
    after?: string,
  ) {
    return listPurchases(ctx, { first, after });
  }

  @Mutation(() => Order, {
    description: "Makes an order at the price that the viewer has seen; it can be paid for 15 minutes.",
  })
  createOrder(
    @Ctx() ctx: Context,
    @Arg("input", () => CreateOrderInput, { description: "What is bought, and for how much." })
    input: CreateOrderInput,
  ) {
    return createOrder(ctx, input);
  }

  @Mutation(() => Order, { description: "Pays an order of the viewer." })
  payOrder(
    @Ctx() ctx: Context,
    @Arg("input", () => PayOrderInput, { description: "The order and how it is paid." }) input: PayOrderInput,
  ) {
    return payOrder(ctx, input);
  }

  @Mutation(() => Order, {
    description:
      "Gives an order that was paid from the wallet back, with what it bought. For administrators.",
  })
  refundOrder(
    @Ctx() ctx: Context,
    @Arg("input", () => RefundOrderInput, { description: "The order and the reason." })
    input: RefundOrderInput,
  ) {
    return refundOrder(ctx, input);
  }

  @FieldResolver(() => OrderState, { description: "Whether it waits, is paid, or has expired." })
  state(@Ctx() ctx: Context, @Root() order: Order) {
    return stateOf(order, ctx.now);
  }

  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The thread that is bought; null if the viewer cannot see it, and for what is none.",
  })
  thread(@Ctx() ctx: Context, @Root() { threadId }: Order) {
    if (threadId === null) return null;
    return chain(load(ctx, threadById, threadId), (thread) =>
      thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null,
    );
  }

  @FieldResolver(() => Group, {
    nullable: true,
    description: "The group that is bought; null if it was deleted, and for what is none.",
  })
  async group(@Ctx() ctx: Context, @Root() { groupId }: Order) {
    return groupId === null ? null : ((await groupsById(ctx)).get(groupId) ?? null);
  }

  @FieldResolver(() => User, { nullable: true, description: "The member who buys." })
  buyer(@Ctx() ctx: Context, @Root() { userId }: Order) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => Cents, {
    nullable: true,
    description: "The site's part of the amount; only for administrators.",
  })
  siteCents(@Ctx() ctx: Context, @Root() { siteCents }: Order) {
    return ctx.viewer.isAdmin ? siteCents : null;
  }

  @FieldResolver(() => Cents, {
    nullable: true,
    description: "The part of who invited the payee, or who is joining; only for administrators.",
  })
  inviterCents(@Ctx() ctx: Context, @Root() { inviterCents }: Order) {
    return ctx.viewer.isAdmin ? inviterCents : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Who gets that part; only for administrators, null for nobody.",
  })
  inviter(@Ctx() ctx: Context, @Root() { inviterId }: Order) {
    return ctx.viewer.isAdmin && inviterId !== null ? load(ctx, userById, inviterId) : null;
  }
}

/** The viewer's order of a thread. */
@Resolver(() => Thread)
export class ThreadOrderResolver {
  @FieldResolver(() => Order, {
    nullable: true,
    description:
      "The viewer's order of the thread, or of its files, that waits for its payment; null if there is none.",
  })
  async viewerOrder(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!ctx.viewer.isMember || ctx.viewer.isShared || !isForSale(thread)) return null;
    const order = await findWaitingOrder(ctx, thread.id, kindSold(thread));
    return order && stateOf(order, ctx.now) === OrderState.PENDING ? order : null;
  }

  @FieldResolver(() => Int, {
    description: "Members who bought the thread, or its files; 0 if nothing of it is sold.",
  })
  buyerCount(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!isForSale(thread) || !canReadThread(ctx.viewer, thread).allowed) return 0;
    return countBuyers(ctx, thread.id, kindSold(thread));
  }
}

function kindSold({ priceCents }: Thread): OrderKind.THREAD | OrderKind.ATTACHMENT {
  return priceCents > 0 ? OrderKind.THREAD : OrderKind.ATTACHMENT;
}
