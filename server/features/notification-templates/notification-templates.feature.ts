import type { Feature } from "../../core/feature.ts";
import { notificationTemplatesRest } from "./notification-templates.rest.ts";
import { NoticeTemplateChange, NoticeTemplateRow, NoticeTemplateSave } from "./template.entity.ts";
import { NoticeTemplateResolver, NoticeTemplateSaveResolver } from "./template.resolver.ts";

/** What notices say on each channel, for whoever runs the site. */
export const notificationTemplates: Feature = {
  name: "notification-templates",
  entities: [NoticeTemplateRow, NoticeTemplateSave, NoticeTemplateChange],
  resolvers: [NoticeTemplateResolver, NoticeTemplateSaveResolver],
  rest: notificationTemplatesRest,
};
