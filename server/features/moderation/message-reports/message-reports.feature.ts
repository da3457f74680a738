import type { Feature } from "../../../core/feature.ts";
import { MessageReportResolver } from "./messageReport.resolver.ts";

/** Private messages that members report, and what of them is shown to who decides. */
export const messageReports: Feature = {
  name: "moderation/message-reports",
  resolvers: [MessageReportResolver],
};
