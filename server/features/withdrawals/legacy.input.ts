import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** A list of the viewer's withdrawals. */
@InputType("LegacyCashList")
export class LegacyCashList {
  @Field(() => AnyValue, {
    nullable: true,
    description:
      "cashStatus: 1 pending, 2 approved, 3 refused, 5 paid, 6 failed; startTime and endTime: dates.",
  })
  filter?: unknown;
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}

/** A new withdrawal as a legacy client asks for it. */
@InputType("LegacyNewCash")
export class LegacyNewCash {
  @Field(() => AnyValue, { description: "How much, in yuan with at most two places." })
  cashApplyAmount!: unknown;
  @Field(() => String, { nullable: true, description: "Account that gets the money; needed." })
  receiveAccount?: string;
  @Field(() => AnyValue, { nullable: true, description: "The six digits of the viewer; needed." })
  payPassword?: unknown;
}
