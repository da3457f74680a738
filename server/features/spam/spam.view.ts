import { Field, Int, ObjectType } from "type-graphql";
import { SignKind } from "./assessment.entity.ts";

/** A sign of spam, for moderators. */
@ObjectType("SpamSign", { simpleResolvers: true, description: "A sign that a text is spam; for moderators." })
export class SpamSign {
  @Field(() => SignKind, { description: "What was noticed." })
  kind!: SignKind;
  @Field(() => Int, { description: "Points that it adds to the score, which ends at 100." })
  points!: number;
  @Field(() => Int, { description: "Number of links or texts; 0 for signs that are not counted." })
  count!: number;
}
