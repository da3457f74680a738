import { registerEnumType } from "type-graphql";

/** Length of one step of a chart. */
export enum StatisticsUnit {
  DAY = "DAY",
  WEEK = "WEEK",
  MONTH = "MONTH",
}
registerEnumType(StatisticsUnit, {
  name: "StatisticsUnit",
  description: "Lengths of the spans of statistics.",
  valuesConfig: {
    DAY: { description: "Days." },
    WEEK: { description: "Weeks, which begin on Monday." },
    MONTH: { description: "Months of the calendar." },
  },
});
