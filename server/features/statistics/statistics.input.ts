import { registerEnumType } from "type-graphql";

/** Length of one step of a chart. */
export enum StatisticsUnit {
  DAY = "DAY",
  WEEK = "WEEK",
  MONTH = "MONTH",
}
registerEnumType(StatisticsUnit, { name: "StatisticsUnit" });
