import { route, type RestRoutes } from "../../core/rest.ts";
import { listForLegacy, listSettingsForLegacy } from "./legacyPlugins.ts";

/** REST routes of plugins for legacy clients (legacy-facts 7.1). */
export const pluginsRest: RestRoutes = {
  "GET /api/v3/plugin/list": route(null, listForLegacy, { anyStanding: true, answer: "list" }),
  "GET /api/v3/plugin/settinginfo": route(null, listSettingsForLegacy, { anyStanding: true, answer: "list" }),
};
