import { Field, ID, InputType } from "type-graphql";
import { Cents } from "../../../core/money.ts";

/** A change of a member's balance by an administrator. */
@InputType("AdjustWalletInput", { description: "A change of a member's balance by an administrator." })
export class AdjustWalletInput {
  @Field(() => ID, { description: "The member." })
  userId!: string;

  @Field(() => Cents, {
    description: "Cents that the member gets; below zero for what is taken back. Not 0.",
  })
  amountCents!: number;

  @Field(() => String, { description: "Shown to the member and kept in the log; at most 200 characters." })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Chosen by the client: the same request with the same key moves money once. Kept for a week.",
  })
  idempotencyKey?: string | null;
}
