import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A new order as a legacy client says it (legacy-facts 3.7). */
@InputType("LegacyNewOrder")
export class LegacyNewOrder {
  @Field(() => AnyValue, { description: "What the buyer has seen, in yuan with at most two places." })
  amount!: unknown;
  @Field(() => Int, {
    description: "1 joining, 2 tip, 3 thread, 4 group, 6 answer, 7 files of a thread, 8 renewal.",
  })
  type!: number;
  @Field(() => Int, { nullable: true, description: "The thread, for 2, 3, 6 and 7." })
  threadId?: number;
  @Field(() => Int, { nullable: true, description: "The group, for 4." })
  groupId?: number;
  @Field(() => Int, { nullable: true, description: "Who gets the money; the author of the thread." })
  payeeId?: number;
  @Field(() => Boolean, { nullable: true, description: "Not on: the payee sees who pays." })
  isAnonymous?: boolean;
  @Field(() => AnyValue, { nullable: true, description: "Nothing: red packets are paid with their thread." })
  redAmount?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "Nothing: bounties are paid with their thread." })
  rewardAmount?: unknown;
  @Field(() => String, { nullable: true })
  title?: string;
}

/** Reference to an order. */
@InputType("LegacyOrderRef")
export class LegacyOrderRef {
  @Field(() => String, { description: "Number of the order." })
  orderSn!: string;
}

/** Lines of the viewer's wallet. */
@InputType("LegacyWalletLines")
export class LegacyWalletLines {
  @Field(() => String, { description: "income, expend or freeze." })
  walletLogType!: string;
  @Field(() => AnyValue, {
    nullable: true,
    description: "changeType: codes, separated by commas; startTime and endTime: dates.",
  })
  filter?: unknown;
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}
