import { Field, ID, ObjectType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { connectionType } from "../../core/paging.ts";
import { Payment, PaymentProviderKind } from "./payment.entity.ts";

/** A page of payments. */
export const PaymentConnection = connectionType("Payment", () => Payment);

/** Ways and limits of paying from outside. */
@ObjectType("TopUpTerms", { simpleResolvers: true, description: "Ways and limits of paying from outside." })
export class TopUpTerms {
  @Field(() => ID, { description: "Id of the viewer, whose terms they are." })
  id!: number;

  @Field(() => Boolean, {
    description: "The viewer may top up: a provider is connected, and it is switched on for the device.",
  })
  viewerCanTopUp!: boolean;

  @Field(() => [PaymentProviderKind], { description: "Providers that the site has connected." })
  providers!: PaymentProviderKind[];

  @Field(() => Cents, { description: "Least amount of one top-up, in cents." })
  leastCents!: number;

  @Field(() => Cents, { description: "Greatest amount of one top-up, in cents." })
  mostCents!: number;
}

/** Request by which a page within WeChat lets WeChat ask the payer. */
@ObjectType("WechatPayRequest", {
  simpleResolvers: true,
  description: "What a page within WeChat asks WeChat for, signed; names are WeChat's.",
})
export class WechatPayRequest {
  @Field(() => String, { description: "App that is paid." })
  appId!: string;

  @Field(() => String, { description: "Time in seconds." })
  timeStamp!: string;

  @Field(() => String, { description: "Text that is used once." })
  nonceStr!: string;

  @Field(() => String, { description: "The payment at WeChat: `prepay_id=…`." })
  package!: string;

  @Field(() => String, { description: "Kind of the signature." })
  signType!: string;

  @Field(() => String, { description: "Signature of the merchant." })
  paySign!: string;
}
