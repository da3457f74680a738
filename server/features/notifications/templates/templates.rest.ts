import { route, type RestRoutes } from "../../../core/rest.ts";
import {
  LegacyTemplateInput,
  LegacyTemplateList,
  LegacyTemplatePage,
  LegacyTemplateRef,
} from "./legacyTemplate.input.ts";
import { listTemplates, readTemplates, updateTemplates } from "./legacyTemplate.service.ts";

const who = "admin";

/** Texts of notifications for legacy clients (legacy-facts 2.21, 2.22), with the call of its administration that saves them. */
export const notificationTemplatesRest: RestRoutes = {
  "GET /api/backAdmin/notification/tpl": route(LegacyTemplatePage, listTemplates, { who, answer: "page" }),
  "GET /api/notification.v2/tpl": route(LegacyTemplateList, listTemplates, { who, answer: "page" }),
  "GET /api/notification.v2/tpl/detail": route(LegacyTemplateRef, readTemplates, { who, answer: "list" }),
  "POST /api/backAdmin/notification/tpl/update": route([LegacyTemplateInput], updateTemplates, {
    who,
    answer: "list",
    about:
      "Saves all or none. System templates need a title, others a templateId before they are switched on.",
  }),
};
