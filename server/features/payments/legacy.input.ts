import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** The payment of an order as a legacy client asks for it (legacy-facts 3.7). */
@InputType("LegacyOrderPayment")
export class LegacyOrderPayment {
  @Field(() => String, { description: "Number of the order." })
  orderSn!: string;
  @Field(() => Int, { description: "20 wallet; 10 WeChat code, 11 its page on phones, 12 within WeChat." })
  paymentType!: number;
  @Field(() => AnyValue, { nullable: true, description: "The six digits of the viewer, for 20." })
  payPassword?: unknown;
}
