import { Field, ID, InputType } from "type-graphql";
import { Cents } from "../../core/money.ts";

/** A question to one member, for a new thread that asks it. */
@InputType("QuestionInput", {
  description: "A question to one member, asked by a new thread and paid from the viewer's balance.",
})
export class QuestionInput {
  @Field(() => ID, { description: "The member who is asked." })
  userId!: string;

  @Field(() => Cents, { description: "What the answer is paid with, in cents: 10 to 10,000,000." })
  amountCents!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Everybody else pays the price of the site for reading the answer.",
  })
  hasOnlookers!: boolean;

  @Field(() => String, { description: "The six digits of the viewer." })
  payPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same thread with the same key is published and paid once.",
  })
  idempotencyKey?: string | null;
}
