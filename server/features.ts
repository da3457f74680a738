import type { Feature } from "./core/feature.ts";
import { attachments } from "./features/attachments/attachments.feature.ts";
import { audit } from "./features/audit/audit.feature.ts";
import { categories } from "./features/categories/categories.feature.ts";
import { channels } from "./features/channels/channels.feature.ts";
import { drafts } from "./features/drafts/drafts.feature.ts";
import { files } from "./features/files/files.feature.ts";
import { groups } from "./features/groups/groups.feature.ts";
import { messages } from "./features/messages/messages.feature.ts";
import { messageReports } from "./features/message-reports/message-reports.feature.ts";
import { moderation } from "./features/moderation/moderation.feature.ts";
import { notificationTemplates } from "./features/notification-templates/notification-templates.feature.ts";
import { notifications } from "./features/notifications/notifications.feature.ts";
import { outbox } from "./features/outbox/outbox.feature.ts";
import { posts } from "./features/posts/posts.feature.ts";
import { processes } from "./features/processes/processes.feature.ts";
import { push } from "./features/push/push.feature.ts";
import { reading } from "./features/reading/reading.feature.ts";
import { reports } from "./features/reports/reports.feature.ts";
import { searchResults } from "./features/search-results/search-results.feature.ts";
import { review } from "./features/review/review.feature.ts";
import { search } from "./features/search/search.feature.ts";
import { session } from "./features/session/session.feature.ts";
import { settings } from "./features/settings/settings.feature.ts";
import { signInFields } from "./features/sign-in-fields/sign-in-fields.feature.ts";
import { site } from "./features/site/site.feature.ts";
import { statistics } from "./features/statistics/statistics.feature.ts";
import { stopWords } from "./features/stop-words/stop-words.feature.ts";
import { threads } from "./features/threads/threads.feature.ts";
import { topics } from "./features/topics/topics.feature.ts";
import { users } from "./features/users/users.feature.ts";
import { watches } from "./features/watches/watches.feature.ts";
import { watching } from "./features/watching/watching.feature.ts";
import { wordTrials } from "./features/word-trials/word-trials.feature.ts";

/**
 * Every feature, lower layers first: services of a feature use those of features above it in this list. Entities and
 * events may be named by any.
 */
export const features: readonly Feature[] = [
  settings,
  audit,
  outbox,
  processes,
  stopWords,
  search,
  groups,
  users,
  watches,
  session,
  signInFields,
  attachments,
  categories,
  topics,
  drafts,
  threads,
  posts,
  moderation,
  wordTrials,
  reading,
  reports,
  watching,
  notificationTemplates,
  notifications,
  messages,
  messageReports,
  channels,
  push,
  review,
  statistics,
  files,
  searchResults,
  site,
];
