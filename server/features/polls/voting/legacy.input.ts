import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A vote of a legacy client (legacy-facts 3.5). */
@InputType("LegacyVote")
export class LegacyVote {
  @Field(() => Int, { description: "The thread." })
  threadId!: number;
  @Field(() => AnyValue, { description: "id of the vote, and subitemIds: the options." })
  vote!: unknown;
}
