import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyCashList, LegacyNewCash } from "./legacy.input.ts";
import { listCashForLegacy, requestCashForLegacy } from "./legacyCash.ts";

const mine = { who: "member", beforeJoining: true } as const;

/** REST routes of withdrawals for legacy clients (legacy-facts 3.7). */
export const withdrawalsRest: RestRoutes = {
  "GET /api/v3/wallet/cash": route(LegacyCashList, listCashForLegacy, { ...mine, answer: "page" }),
  "POST /api/v3/wallet/cash": route(LegacyNewCash, requestCashForLegacy, {
    ...mine,
    answer: "nothing",
    codes: [-4002, -5001],
  }),
};
