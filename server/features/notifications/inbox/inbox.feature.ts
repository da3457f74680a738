import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { reportsHandled } from "../../moderation/reports/report.events.ts";
import { postLiked, replied } from "../../posts/post.events.ts";
import {
  contentModerated,
  membersMentioned,
  threadLiked,
  threadPublished,
} from "../../threads/thread.events.ts";
import {
  membershipDated,
  userGroupChanged,
  userRegistered,
  userStatusChanged,
} from "../../users/user.events.ts";
import { notifyOfReplies, notifyOfThreads } from "./recipients/recipients.service.ts";
import { planExpiry, WARN_OF_EXPIRY, warnOfExpiry } from "./expiry.service.ts";
import { DeletedNotification } from "./deletedNotification.entity.ts";
import { HiddenNotification } from "./hiddenNotification.entity.ts";
import { hidingDeliveries } from "./hiding.service.ts";
import { Notification } from "./notification.entity.ts";
import { notificationRaised } from "./notification.events.ts";
import { notificationJobs } from "./notification.jobs.ts";
import { NotificationResolver } from "./notification.resolver.ts";
import { notificationsRest } from "./inbox.rest.ts";
import { NotificationPreference } from "./preferences/preference.entity.ts";
import {
  notifyOfGroupChanges,
  notifyOfMentions,
  notifyOfModeration,
  notifyOfRaised,
  notifyOfReports,
  notifyOfPostLikes,
  notifyOfStatusChanges,
  notifyOfThreadLikes,
  notifyOfRegistrations,
} from "./recipients/source.service.ts";
import { TemplateTopicResolver } from "./templateTopic.resolver.ts";
import { NOTIFY_WATCHERS, notifyWatchers } from "./recipients/watchers.service.ts";

/** A like and its undoing must not overtake each other. */
const likeKey = ({ userId, threadId, postId = 0 }: { userId: number; threadId: number; postId?: number }) =>
  `like ${userId} ${threadId} ${postId}`;
const byOthers = ({ userId, authorId }: { userId: number; authorId: number }) => userId !== authorId;

/** Notifications in the site: recipients, preferences, lists, read state. */
export const notifications: Feature = {
  name: "notifications/inbox",
  entities: [Notification, DeletedNotification, HiddenNotification, NotificationPreference],
  resolvers: [NotificationResolver, TemplateTopicResolver],
  rest: notificationsRest,
  jobs: notificationJobs,
  erasureHooks: [
    eraseRows(
      "notifications/inbox",
      DeletedNotification,
      HiddenNotification,
      Notification,
      NotificationPreference,
    ),
  ],
  deliveries: [
    deliver("notifyOfReplies", replied, notifyOfReplies),
    deliver("notifyOfThreads", threadPublished, notifyOfThreads),
    deliver(NOTIFY_WATCHERS, null, notifyWatchers),
    deliver("notifyOfMentions", membersMentioned, notifyOfMentions),
    deliver("notifyOfThreadLikes", threadLiked, notifyOfThreadLikes, {
      concerns: byOthers,
      orderKey: likeKey,
    }),
    deliver("notifyOfPostLikes", postLiked, notifyOfPostLikes, { concerns: byOthers, orderKey: likeKey }),
    deliver("notifyOfModeration", contentModerated, notifyOfModeration),
    deliver("notifyOfReports", reportsHandled, notifyOfReports),
    deliver("notifyOfRegistrations", userRegistered, notifyOfRegistrations),
    deliver("notifyOfGroupChanges", userGroupChanged, notifyOfGroupChanges),
    deliver("planExpiry", membershipDated, planExpiry),
    deliver(WARN_OF_EXPIRY, null, warnOfExpiry),
    deliver("notifyOfStatusChanges", userStatusChanged, notifyOfStatusChanges),
    deliver("notifyOfRaised", notificationRaised, notifyOfRaised),
    ...hidingDeliveries,
  ],
};
