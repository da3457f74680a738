import { route, type RestRoutes } from "../../core/rest.ts";
import { readSiteInfo } from "./site.service.ts";

/** The site for legacy clients. */
export const siteRest: RestRoutes = {
  "GET /api/siteinfo.v2": route(null, readSiteInfo, { who: "admin" }),
};
