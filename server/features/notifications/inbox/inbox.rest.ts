import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyNotificationIds, LegacyNotificationList } from "./legacy.input.ts";
import { deleteNotificationsForLegacy, listNotificationsForLegacy } from "./legacyNotifications.ts";
import { readLegacyUnread } from "../../unread/unread.service.ts";

const who = "member";
const whileReviewed = true;
const beforeJoining = true;

/** Notifications for legacy clients (legacy-facts 3.4); what is unread under the addresses of both of their versions. */
export const notificationsRest: RestRoutes = {
  "GET /api/unreadnotification.v2": route(null, readLegacyUnread, {
    whileReviewed,
    beforeJoining,
    codes: [-4002],
  }),
  "GET /api/v3/unreadnotification": route(null, readLegacyUnread, {
    whileReviewed,
    beforeJoining,
    codes: [-4002],
  }),
  "GET /api/v3/notification": route(LegacyNotificationList, listNotificationsForLegacy, {
    who,
    answer: "page",
  }),
  "POST /api/v3/notification.delete": route(LegacyNotificationIds, deleteNotificationsForLegacy, {
    who,
    answer: "nothing",
  }),
};
