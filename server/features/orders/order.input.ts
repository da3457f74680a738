import { Field, ID, InputType, Int } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { OrderKind, PaymentMethod } from "./order.entity.ts";

/** Something to buy, at the price that the buyer has seen. */
@InputType("CreateOrderInput", { description: "Something to buy, at the price that the buyer has seen." })
export class CreateOrderInput {
  @Field(() => OrderKind, { description: "What is bought." })
  kind!: OrderKind;

  @Field(() => ID, {
    nullable: true,
    description: "The thread that is bought, or whose author gets the tip; nothing for the site.",
  })
  threadId?: string | null;

  @Field(() => ID, { nullable: true, description: "The group that is bought." })
  groupId?: string | null;

  @Field(() => Cents, {
    description:
      "The price as the buyer has seen it; refused if it is another one now. For a tip, any amount from a cent on.",
  })
  amountCents!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      "Days on the site or in the group as the buyer has seen them, nothing for good; refused if they are others now.",
  })
  days?: number | null;
}

/** The payment of an order. */
@InputType("PayOrderInput", { description: "The payment of an order." })
export class PayOrderInput {
  @Field(() => ID, { description: "The order." })
  orderId!: string;

  @Field(() => PaymentMethod, {
    description: "How it is paid: from the wallet; see `startPayment` for other ways.",
  })
  method!: PaymentMethod;

  @Field(() => String, { description: "The six digits of the buyer." })
  payPassword!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Chosen by the client: the same request with the same key pays once and gets the same answer.",
  })
  idempotencyKey?: string | null;
}

/** A refund of an order by an administrator. */
@InputType("RefundOrderInput", { description: "A refund of an order by an administrator." })
export class RefundOrderInput {
  @Field(() => ID, { description: "The order." })
  id!: string;

  @Field(() => String, { description: "Kept in the log and shown to the buyer; at most 200 characters." })
  reason!: string;
}
