import { route, type RestRoutes } from "../../core/rest.ts";
import { readSettingForLegacy, saveSettingsForLegacy } from "./legacySettings.ts";
import { LegacySettingInput, LegacySettingRef } from "./setting.input.ts";

/** REST routes of settings for legacy clients (legacy-facts 2.2, 2.3). */
export const settingsRest: RestRoutes = {
  "POST /api/settings.v2": route([LegacySettingInput], saveSettingsForLegacy, {
    who: "admin",
    answer: "nothing",
    needsList: true,
  }),
  "GET /api/settings.v2": route(LegacySettingRef, readSettingForLegacy, { who: "admin", answer: "list" }),
};
