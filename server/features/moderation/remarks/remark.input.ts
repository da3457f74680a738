import { Field, ID, InputType } from "type-graphql";

/** A warning to a member. */
@InputType("WarnUserInput", { description: "A warning to a member." })
export class WarnUserInput {
  @Field(() => ID, { description: "Id of the member." })
  userId!: string;

  @Field(() => String, { description: "The member reads it; 1 to 200 characters." })
  reason!: string;

  @Field(() => ID, { nullable: true, description: "A thread of the member that it is about." })
  threadId?: string | null;

  @Field(() => ID, { nullable: true, description: "A reply of the member that it is about." })
  postId?: string | null;
}
