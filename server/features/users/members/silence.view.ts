import { Field, GraphQLISODateTime, ObjectType } from "type-graphql";

/** The silence of a member, while it is in force. */
@ObjectType("Silence", { description: "Keeps a member from publishing." })
export class SilenceView {
  @Field(() => GraphQLISODateTime, { nullable: true, description: "Its end; null for none." })
  until!: Date | null;

  @Field(() => String, { description: "Why, as the staff wrote it." })
  reason!: string;

  @Field(() => String, { description: "End and reason in a sentence to the member, the end in UTC." })
  message!: string;
}
