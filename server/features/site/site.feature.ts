import type { Feature } from "../../core/feature.ts";
import { SiteResolver } from "./site.resolver.ts";
import { siteRest } from "./site.rest.ts";
import { welcome } from "./welcome.service.ts";

/** The site as a whole: what its frame shows, what it runs on, why somebody may or may not do something. */
export const site: Feature = { name: "site", resolvers: [SiteResolver], rest: siteRest, prepare: welcome };
