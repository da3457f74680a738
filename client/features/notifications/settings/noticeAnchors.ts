import type { NoticeTopic } from "../../../gql/graphql.ts";

/** The id of a topic's row: links of notices lead to it. */
export const topicAnchor = (topic: NoticeTopic): string => `notices-${topic.toLowerCase()}`;

/** Where a member changes what they hear of. */
export const NOTICE_SETTINGS = "/my?tab=notices";

/** The same, at the row of a topic. */
export const noticeSettingsHref = (topic: NoticeTopic): string => `${NOTICE_SETTINGS}#${topicAnchor(topic)}`;
