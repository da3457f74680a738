import { route, type RestRoutes } from "../../core/rest.ts";
import { listUpgradesForLegacy } from "./legacyUpgrades.ts";

/** REST routes of groups for sale for legacy clients (legacy-facts 3.2, 5.6). */
export const upgradesRest: RestRoutes = {
  "GET /api/v3/upgrade.group": route(null, listUpgradesForLegacy, {
    who: "member",
    beforeJoining: true,
    answer: "list",
  }),
};
