import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyNewOrder, LegacyOrderRef, LegacyWalletLines } from "./legacy/legacy.input.ts";
import { createOrderForLegacy, readOrderForLegacy } from "./legacy/legacyOrders.ts";
import { listLinesForLegacy, readWalletForLegacy } from "./legacy/legacyWallet.ts";

const mine = { who: "member", beforeJoining: true } as const;

/** REST routes of orders and of the own wallet for legacy clients (legacy-facts 3.7). */
export const ordersRest: RestRoutes = {
  "POST /api/v3/order.create": route(LegacyNewOrder, createOrderForLegacy, {
    ...mine,
    codes: [-4002, -4003, -4004, -5001],
    about: "An order that waits for its payment already is given again.",
  }),
  "GET /api/v3/order.detail": route(LegacyOrderRef, readOrderForLegacy, { ...mine, codes: [-4004] }),
  "GET /api/v3/wallet/user": route(null, readWalletForLegacy, mine),
  "GET /api/v3/wallet/log": route(LegacyWalletLines, listLinesForLegacy, { ...mine, answer: "page" }),
};
