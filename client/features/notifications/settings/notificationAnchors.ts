import type { NotificationTopic } from "../../../gql/graphql.ts";

/** The id of a topic's row: links of notifications lead to it. */
export const topicAnchor = (topic: NotificationTopic): string => `notifications-${topic.toLowerCase()}`;

/** Address of the notification settings. */
export const NOTIFICATION_SETTINGS = "/my/settings?section=notifications";

/** The same, at the row of a topic. */
export const notificationSettingsHref = (topic: NotificationTopic): string =>
  `${NOTIFICATION_SETTINGS}#${topicAnchor(topic)}`;
