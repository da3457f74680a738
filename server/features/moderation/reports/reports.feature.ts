import type { Feature } from "../../../core/feature.ts";
import { Report } from "./report.entity.ts";
import { ReportResolver } from "./report.resolver.ts";
import { reportsRest } from "./reports.rest.ts";

/** Reports of members to the moderators. */
export const reports: Feature = {
  name: "moderation/reports",
  entities: [Report],
  resolvers: [ReportResolver],
  rest: reportsRest,
};
