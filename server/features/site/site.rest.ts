import { route, type RestRoutes } from "../../core/rest.ts";
import { readForum } from "./forum.service.ts";
import { deleteLogoForLegacy, setLogoForLegacy } from "./legacyLogo.ts";
import { LOGO_MAX_BYTES } from "./logo.service.ts";
import { LegacyLogo } from "./site.input.ts";
import { listEmojiForLegacy, listToolsForLegacy } from "./legacyTools.ts";
import { readSiteInfo } from "./site.service.ts";

const who = "admin";

/** REST routes of the site for legacy clients (legacy-facts 2.4, 2.5, 2.23, 3.2). */
export const siteRest: RestRoutes = {
  "GET /api/siteinfo.v2": route(null, readSiteInfo, { who }),
  "POST /api/settings/logo.v2": route(LegacyLogo, setLogoForLegacy, { who, fileMaxBytes: LOGO_MAX_BYTES }),
  "POST /api/settings/delete.logo.v2": route(LegacyLogo, deleteLogoForLegacy, { who }),
  "GET /api/v3/emoji": route(null, listEmojiForLegacy, { anyStanding: true, answer: "list" }),
  "GET /api/v3/tom.permissions": route(null, listToolsForLegacy, { anyStanding: true }),
  "GET /api/v3/forum": route(null, readForum, { anyStanding: true }),
};
