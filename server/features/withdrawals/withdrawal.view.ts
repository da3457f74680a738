import { Field, GraphQLISODateTime, Int, ObjectType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { connectionType } from "../../core/paging.ts";
import { Withdrawal } from "./withdrawal.entity.ts";

/** A page of withdrawals. */
export const WithdrawalConnection = connectionType("Withdrawal", () => Withdrawal);

/** Limits and fee of a member's next withdrawal. */
@ObjectType("WithdrawalTerms", {
  simpleResolvers: true,
  description: "Limits and fee of the viewer's next withdrawal.",
})
export class WithdrawalTerms {
  @Field(() => Boolean, {
    description: "The viewer may withdraw: permission, and switched on for the device.",
  })
  viewerCanWithdraw!: boolean;

  @Field(() => Int, {
    description: "Fee in hundredths of a percent of the amount; rounded up to the next cent.",
  })
  feeBps!: number;

  @Field(() => Cents, { description: "Least amount of one withdrawal, in cents." })
  leastCents!: number;

  @Field(() => Cents, { description: "Greatest amount of one withdrawal, in cents." })
  mostCents!: number;

  @Field(() => Cents, { description: "What may still be withdrawn today (UTC), in cents." })
  leftTodayCents!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the next one may be asked for; null for now.",
  })
  nextAt!: Date | null;
}
