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

/** Steps of a chart: a month of days, half a year of weeks, a year of months. */
export const STEPS: Readonly<Record<StatisticsUnit, number>> = {
  [StatisticsUnit.DAY]: 30,
  [StatisticsUnit.WEEK]: 26,
  [StatisticsUnit.MONTH]: 12,
};
const DAY_MS = 86_400_000;

/** First days of the steps of a chart in UTC, oldest first; the last step is the present one. */
export function startsOf(now: Date, unit: StatisticsUnit): Date[] {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const count = STEPS[unit];
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    if (unit === StatisticsUnit.MONTH) {
      return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
    }
    const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
    const from = unit === StatisticsUnit.WEEK ? monday - back * 7 * DAY_MS : today.getTime() - back * DAY_MS;
    return new Date(from);
  });
}
