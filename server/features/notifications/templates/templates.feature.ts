import type { Feature } from "../../../core/feature.ts";
import { notificationTemplatesRest } from "./templates.rest.ts";
import { NoticeTemplateChange, NoticeTemplateRow, NoticeTemplateSave } from "./template.entity.ts";
import { NoticeTemplateResolver, NoticeTemplateSaveResolver } from "./template.resolver.ts";

/** What notices say on each channel, for whoever runs the site. */
export const notificationTemplates: Feature = {
  name: "notifications/templates",
  entities: [NoticeTemplateRow, NoticeTemplateSave, NoticeTemplateChange],
  resolvers: [NoticeTemplateResolver, NoticeTemplateSaveResolver],
  rest: notificationTemplatesRest,
};
