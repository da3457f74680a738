import type { Feature } from "../../core/feature.ts";
import { backUpWhenDue, LOOK_MS } from "./owners/backups.service.ts";
import { OwnerResolver } from "./owners/owner.resolver.ts";
import { SiteResolver } from "./site.resolver.ts";
import { siteRest } from "./site.rest.ts";
import { welcome } from "./welcome.service.ts";

/** The site as a whole: name and look, state of the program, explanations of permissions. */
export const site: Feature = {
  name: "site",
  resolvers: [SiteResolver, OwnerResolver],
  rest: siteRest,
  jobs: [{ name: "backUp", everyMs: LOOK_MS, onStart: true, run: backUpWhenDue }],
  prepare: welcome,
};
