import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";

/** A ban, with what the member wrote if that is wanted. */
@InputType("BanUserInput", { description: "A ban of a member." })
export class BanUserInput {
  @Field(() => ID, { description: "Id of the member." })
  userId!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "End of the ban; none without it." })
  until?: Date | null;

  @Field(() => String, {
    defaultValue: "",
    description: "The member and, with the content, its log read it; at most 100 characters.",
  })
  reason: string = "";

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Also deletes the newest threads and replies of the member, at most 500, none that is anonymous.",
  })
  withContent: boolean = false;
}
