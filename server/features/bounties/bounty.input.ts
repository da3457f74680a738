import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { BountyRest } from "./bounty.entity.ts";

/** A bounty for a new thread. */
@InputType("BountyInput", { description: "A bounty for a new thread, paid from the viewer's balance." })
export class BountyInput {
  @Field(() => Cents, { description: "All of it, in cents: 10 to 100,000,000." })
  amountCents!: number;

  @Field(() => GraphQLISODateTime, {
    description: "Until when it can be given: more than a day and at most a year from now.",
  })
  endsAt!: Date;

  @Field(() => BountyRest, { defaultValue: BountyRest.RETURN, description: "What becomes of the rest." })
  rest!: BountyRest;

  @Field(() => String, { description: "The six digits of the viewer." })
  payPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same thread with the same key is published and paid once.",
  })
  idempotencyKey?: string | null;
}

/** A part of a bounty for a reply. */
@InputType("GiveBountyInput", { description: "A part of a bounty for a reply." })
export class GiveBountyInput {
  @Field(() => ID, { description: "The reply." })
  postId!: string;

  @Field(() => Cents, { description: "How much of the bounty, in cents; at most what is left." })
  amountCents!: number;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same request with the same key gives once.",
  })
  idempotencyKey?: string | null;
}
