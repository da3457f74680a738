import { route, type RestRoutes } from "../../core/rest.ts";
import { readLegacyUnread } from "./unread.service.ts";

/** What is unread for legacy clients, under the addresses of both of their versions. */
export const notificationsRest: RestRoutes = {
  "GET /api/unreadnotification.v2": route(null, readLegacyUnread),
  "GET /api/v3/unreadnotification": route(null, readLegacyUnread),
};
