import { Field, ObjectType } from "type-graphql";

/** A mailed link that sets a password, as its page shows it. */
@ObjectType("PasswordReset", { simpleResolvers: true, description: "What a mailed link leads to." })
export class PasswordResetView {
  @Field(() => String, { description: "The member whose password it sets." })
  nickname!: string;
}
