import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";

/** A silence of a member. */
@InputType("SilenceUserInput", { description: "A silence: the member reads and publishes nothing." })
export class SilenceUserInput {
  @Field(() => ID, { description: "Id of the member." })
  userId!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "End of the silence; none without it." })
  until?: Date | null;

  @Field(() => String, { description: "The member and the log read it; 1 to 100 characters." })
  reason!: string;
}
