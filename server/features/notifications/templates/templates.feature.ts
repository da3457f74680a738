import type { Feature } from "../../../core/feature.ts";
import { notificationTemplatesRest } from "./templates.rest.ts";
import {
  NotificationTemplateChange,
  NotificationTemplateRow,
  NotificationTemplateSave,
} from "./template.entity.ts";
import { NotificationTemplateResolver, NotificationTemplateSaveResolver } from "./template.resolver.ts";

/** What notifications say on each channel, for whoever runs the site. */
export const notificationTemplates: Feature = {
  name: "notifications/templates",
  entities: [NotificationTemplateRow, NotificationTemplateSave, NotificationTemplateChange],
  resolvers: [NotificationTemplateResolver, NotificationTemplateSaveResolver],
  rest: notificationTemplatesRest,
};
