import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
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
import { noticeReplies, noticeThreads } from "./recipients/recipients.service.ts";
import { planExpiry, WARN_OF_EXPIRY, warnOfExpiry } from "./expiry.service.ts";
import { DeletedNotice } from "./deletedNotice.entity.ts";
import { Notice } from "./notice.entity.ts";
import { noticeRaised } from "./notice.events.ts";
import { noticeJobs } from "./notice.jobs.ts";
import { NoticeResolver } from "./notice.resolver.ts";
import { notificationsRest } from "./inbox.rest.ts";
import { NoticePreference } from "./preferences/preference.entity.ts";
import {
  noticeGroups,
  noticeMentions,
  noticeModeration,
  noticeOthers,
  noticePostLikes,
  noticeStatus,
  noticeThreadLikes,
  noticeWelcome,
} from "./recipients/source.service.ts";
import { TemplateTopicResolver } from "./templateTopic.resolver.ts";
import { TELL_WATCHERS, tellWatchers } from "./recipients/watchers.service.ts";

/** A like and its undoing must not overtake each other. */
const likeKey = ({ userId, threadId, postId = 0 }: { userId: number; threadId: number; postId?: number }) =>
  `like ${userId} ${threadId} ${postId}`;
const byOthers = ({ userId, authorId }: { userId: number; authorId: number }) => userId !== authorId;

/** What members hear of, and how much of it they have not read. */
export const notifications: Feature = {
  name: "notifications/inbox",
  entities: [Notice, DeletedNotice, NoticePreference],
  resolvers: [NoticeResolver, TemplateTopicResolver],
  rest: notificationsRest,
  jobs: noticeJobs,
  deliveries: [
    deliver("noticeReplies", replied, noticeReplies),
    deliver("noticeThreads", threadPublished, noticeThreads),
    deliver(TELL_WATCHERS, null, tellWatchers),
    deliver("noticeMentions", membersMentioned, noticeMentions),
    deliver("noticeThreadLikes", threadLiked, noticeThreadLikes, { concerns: byOthers, orderKey: likeKey }),
    deliver("noticePostLikes", postLiked, noticePostLikes, { concerns: byOthers, orderKey: likeKey }),
    deliver("noticeModeration", contentModerated, noticeModeration),
    deliver("noticeWelcome", userRegistered, noticeWelcome),
    deliver("noticeGroups", userGroupChanged, noticeGroups),
    deliver("planExpiry", membershipDated, planExpiry),
    deliver(WARN_OF_EXPIRY, null, warnOfExpiry),
    deliver("noticeStatus", userStatusChanged, noticeStatus),
    deliver("noticeOthers", noticeRaised, noticeOthers),
  ],
};
