import { Field, ObjectType } from "type-graphql";

/** Whose password a mailed link sets. */
@ObjectType("PasswordReset", { simpleResolvers: true, description: "What a mailed link leads to." })
export class PasswordResetView {
  @Field(() => String, { description: "The member whose password it sets." })
  nickname!: string;
}
