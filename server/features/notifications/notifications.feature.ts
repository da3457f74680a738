import type { Feature } from "../../core/feature.ts";
import { Notice } from "./notice.entity.ts";
import { notificationsRest } from "./notifications.rest.ts";
import { NoticePreference } from "./preference.entity.ts";
import { UnreadRow } from "./unread.entity.ts";
import { UnreadResolver } from "./unread.resolver.ts";
import { Watch } from "./watch.entity.ts";

/** What members hear of, and how much of it they have not read. */
export const notifications: Feature = {
  name: "notifications",
  entities: [Notice, UnreadRow, Watch, NoticePreference],
  resolvers: [UnreadResolver],
  rest: notificationsRest,
};
