import type { Feature } from "../../../core/feature.ts";
import { MessageReportResolver } from "./messageReport.resolver.ts";

/** Reports of private messages, and the part of a dialog that moderators see for a decision. */
export const messageReports: Feature = {
  name: "moderation/message-reports",
  resolvers: [MessageReportResolver],
};
