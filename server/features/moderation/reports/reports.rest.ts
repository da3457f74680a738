import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyReport } from "./legacy.input.ts";
import { reportForLegacy } from "./legacyReport.ts";

/** REST route of reports for legacy clients (legacy-facts 3.5). */
export const reportsRest: RestRoutes = {
  "POST /api/v3/reports": route(LegacyReport, reportForLegacy, { who: "member", codes: [-4002, -4004] }),
};
