import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { JoinResolver } from "./join.resolver.ts";
import { WARN_OF_SITE_END, warnOfSiteEnd } from "./warning.service.ts";

/** Joining a paid site, and staying. */
export const memberships: Feature = {
  name: "memberships",
  resolvers: [JoinResolver],
  deliveries: [deliver(WARN_OF_SITE_END, null, warnOfSiteEnd)],
};
