import { Field, InputType, Int } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { RedPacketCondition, RedPacketRule } from "./redPacket.entity.ts";

/** A red packet for a new thread. */
@InputType("RedPacketInput", {
  description: "A red packet for a new thread, paid from the viewer's balance.",
})
export class RedPacketInput {
  @Field(() => RedPacketRule, { description: "How it is divided." })
  rule!: RedPacketRule;

  @Field(() => RedPacketCondition, { description: "What a reply needs for a share." })
  claimBy!: RedPacketCondition;

  @Field(() => Int, { defaultValue: 0, description: "With LIKES, the likes that a reply needs: 1 to 250." })
  likesNeeded!: number;

  @Field(() => Int, { description: "Its shares: 1 to 100." })
  shareCount!: number;

  @Field(() => Cents, {
    description:
      "All of it, in cents: at least a cent for each share; at most 200 yuan for each equal share, and for all random ones together.",
  })
  amountCents!: number;

  @Field(() => String, { description: "The six digits of the viewer." })
  payPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same thread with the same key is published and paid once.",
  })
  idempotencyKey?: string | null;
}
