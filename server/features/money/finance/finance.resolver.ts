import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { StatisticsUnit } from "../../../core/steps.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { listFinanceEntries, readFigures, readFinanceSteps } from "./figure.service.ts";
import {
  FinanceEntry,
  FinanceEntryConnection,
  FinanceFigure,
  FinanceOverview,
  FinanceStep,
} from "./finance.view.ts";

/** Figures of the site's money, and the entries behind them. */
@Resolver(() => FinanceEntry)
export class FinanceResolver {
  @Query(() => FinanceOverview, { description: "The money of the site in figures. For administrators." })
  finance(@Ctx() ctx: Context) {
    return readFigures(ctx);
  }

  @Query(() => [FinanceStep], {
    description: "What money did lately, oldest first: 30 days, 26 weeks or 12 months. For administrators.",
  })
  financeSteps(
    @Ctx() ctx: Context,
    @Arg("unit", () => StatisticsUnit, {
      defaultValue: StatisticsUnit.DAY,
      description: "Length of the spans that are added up.",
    })
    unit: StatisticsUnit,
  ) {
    return readFinanceSteps(ctx, unit);
  }

  @Query(() => FinanceEntryConnection, {
    description: "Entries of the books that a figure is the sum of, newest first. For administrators.",
  })
  financeEntries(
    @Ctx() ctx: Context,
    @Arg("figure", () => FinanceFigure, { description: "The figure." }) figure: FinanceFigure,
    @Arg("from", () => String, { nullable: true, description: "Only from this day of UTC on: 2026-11-22." })
    from?: string,
    @Arg("until", () => String, { nullable: true, description: "Only before this day of UTC." })
    until?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last entry of the page before.",
    })
    after?: string,
  ) {
    return listFinanceEntries(ctx, { figure, from, until }, { first, after });
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The member who paid, or who got it back; null if there is none.",
  })
  user(@Ctx() ctx: Context, @Root() { userId }: FinanceEntry) {
    return userId === null ? null : load(ctx, userById, userId);
  }
}
