import { registerEnumType } from "type-graphql";

/** How long one step of a chart is. */
export enum StatisticsUnit {
  DAY = "DAY",
  WEEK = "WEEK",
  MONTH = "MONTH",
}
registerEnumType(StatisticsUnit, { name: "StatisticsUnit" });
