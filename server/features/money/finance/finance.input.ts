import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A chart of money as a legacy client requests it (legacy-facts 2.20). */
@InputType("LegacyFinanceChart")
export class LegacyFinanceChart {
  @Field(() => String, { nullable: true, description: "First day, YYYY-MM-DD; 60 days ago by default." })
  createdAtBegin?: string | null;
  @Field(() => String, { nullable: true, description: "Last day, YYYY-MM-DD; today by default." })
  createdAtEnd?: string | null;
  @Field(() => Int, { nullable: true, description: "1 by day, 2 by week, 3 by month." })
  type?: number | null;
  @Field(() => AnyValue, {
    nullable: true,
    description: "The same three in an object, as clients of the first version send them.",
  })
  filter?: unknown;
}
