import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyTemplateList, LegacyTemplateRef } from "./template.input.ts";
import { listTemplates, readTemplates } from "./legacyTemplate.service.ts";

const who = "admin";

/** Texts of notices for legacy clients (legacy-facts 2.21, 2.22). */
export const notificationTemplatesRest: RestRoutes = {
  "GET /api/notification.v2/tpl": route(LegacyTemplateList, listTemplates, { who }),
  "GET /api/notification.v2/tpl/detail": route(LegacyTemplateRef, readTemplates, { who }),
};
