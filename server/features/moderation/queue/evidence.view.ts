import { Field, Int, ObjectType } from "type-graphql";
import { WeightBasis } from "../reports/report.entity.ts";

/** Weight of a report, for moderators. */
@ObjectType("ReportWeight", { simpleResolvers: true, description: "How much a report counts, and why." })
export class ReportWeightView {
  @Field(() => Int, { description: "Points that it adds to the score of the content." })
  points!: number;
  @Field(() => WeightBasis, { description: "Standing of the reporter when it was sent." })
  basis!: WeightBasis;
  @Field(() => Int, { description: "Earlier reports of the member in which moderators saw them right." })
  upheld!: number;
  @Field(() => Int, { description: "Earlier reports of the member in which moderators saw them wrong." })
  dismissed!: number;
}

/** Open reports of the content of an item. */
@ObjectType("ReportScore", { simpleResolvers: true, description: "The open reports of one content." })
export class ReportScore {
  @Field(() => Int, { description: "Sum of the points; those of new members are limited together." })
  score!: number;
  @Field(() => Int, { description: "Number of reports." })
  count!: number;
  @Field(() => Int, { description: "Reports of new members among them." })
  newcomers!: number;
}
