import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { StatisticsUnit } from "../../core/steps.ts";
import { readStatistics } from "./statistics.service.ts";
import { StatisticsStep } from "./statistics.view.ts";

/** GraphQL's view of the statistics. */
@Resolver()
export class StatisticsResolver {
  @Query(() => [StatisticsStep], {
    description: "What happened lately, oldest first: 30 days, 26 weeks or 12 months. For administrators.",
  })
  statistics(
    @Ctx() ctx: Context,
    @Arg("unit", () => StatisticsUnit, {
      defaultValue: StatisticsUnit.DAY,
      description: "Length of the spans that are counted.",
    })
    unit: StatisticsUnit,
  ) {
    return readStatistics(ctx, unit);
  }
}
