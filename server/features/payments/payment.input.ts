import { Field, ID, InputType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { PaymentProviderKind } from "./payment.entity.ts";

/** A payment through a provider: of an order, or into the wallet. */
@InputType("StartPaymentInput", {
  description: "A payment through a provider: of an order, or into the wallet.",
})
export class StartPaymentInput {
  @Field(() => PaymentProviderKind, { description: "The provider; one of `topUpTerms.providers`." })
  provider!: PaymentProviderKind;

  @Field(() => ID, { nullable: true, description: "The order that is paid; left out for a top-up." })
  orderId?: string | null;

  @Field(() => Cents, {
    nullable: true,
    description: "What comes into the wallet; left out for an order, which has its own amount.",
  })
  amountCents?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "The payer is in WeChat's own browser, which can ask them itself (`wechatRequest`) if they have signed in by WeChat.",
  })
  inWechat?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same request with the same key begins one payment.",
  })
  idempotencyKey?: string | null;
}

/** A refund of a payment by an administrator. */
@InputType("RefundPaymentInput", { description: "A refund of a payment by an administrator." })
export class RefundPaymentInput {
  @Field(() => ID, { description: "The payment." })
  id!: string;

  @Field(() => String, { description: "Kept in the log and shown to the payer; at most 200 characters." })
  reason!: string;
}
