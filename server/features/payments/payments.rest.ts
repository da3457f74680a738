import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyOrderPayment } from "./legacy.input.ts";
import { payOrderForLegacy } from "./legacyPay.ts";

/** REST routes of payments for legacy clients (legacy-facts 3.7). */
export const paymentsRest: RestRoutes = {
  "POST /api/v3/trade/pay/order": route(LegacyOrderPayment, payOrderForLegacy, {
    who: "member",
    beforeJoining: true,
    codes: [-4002, -4003, -4004, -5001],
    about: "The same payment again pays once and gets the same answer.",
  }),
};
