import type { Feature } from "../../core/feature.ts";
import { notificationTemplatesRest } from "./notification-templates.rest.ts";

/** What notices say, for whoever runs the site. */
export const notificationTemplates: Feature = {
  name: "notification-templates",
  rest: notificationTemplatesRest,
};
