import { Field, InputType, Int } from "type-graphql";

/** A chart of money as a legacy client requests it (legacy-facts 2.20). */
@InputType("LegacyFinanceChart")
export class LegacyFinanceChart {
  @Field(() => String, { nullable: true, description: "First day, YYYY-MM-DD; 60 days ago by default." })
  createdAtBegin?: string | null;
  @Field(() => String, { nullable: true, description: "Last day, YYYY-MM-DD; today by default." })
  createdAtEnd?: string | null;
  @Field(() => Int, { nullable: true, description: "1 by day, 2 by week, 3 by month." })
  type?: number | null;
}
