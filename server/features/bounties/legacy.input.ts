import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** A part of a bounty for a reply as a legacy client gives it (legacy-facts 3.6). */
@InputType("LegacyGift")
export class LegacyGift {
  @Field(() => Int, { nullable: true, description: "The thread." })
  threadId?: number;
  @Field(() => Int, { description: "The reply." })
  postId!: number;
  @Field(() => AnyValue, { description: "How much, in yuan with at most two places." })
  rewards!: unknown;
}
