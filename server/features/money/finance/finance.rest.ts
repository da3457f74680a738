import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyFinanceChart } from "./finance.input.ts";
import { readFinance, readFinanceChart } from "./finance.service.ts";

const who = "admin";

/** Figures of money for legacy clients (legacy-facts 2.19, 2.20). */
export const financeRest: RestRoutes = {
  "GET /api/statistic/finance.v2": route(null, readFinance, {
    who,
    about: "Amounts are texts with two places and no separators.",
  }),
  "GET /api/statistic/financeChart.v2": route(LegacyFinanceChart, readFinanceChart, {
    who,
    answer: "list",
    about: "Days of UTC that are over, from the first movement of money on.",
  }),
};
