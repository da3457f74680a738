import type { Feature } from "../../core/feature.ts";
import { PageVersion, ServerProcessRow } from "./process.entity.ts";
import { ProcessResolver } from "./process.resolver.ts";

/** Several processes on one database: their leases, and the invalidation of cached pages. */
export const processes: Feature = {
  name: "processes",
  entities: [ServerProcessRow, PageVersion],
  resolvers: [ProcessResolver],
};
