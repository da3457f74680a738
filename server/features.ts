import type { Feature } from "./core/feature.ts";
import { accountData } from "./features/account-data/account-data.feature.ts";
import { attachments } from "./features/attachments/attachments.feature.ts";
import { fileServing } from "./features/attachments/serving/serving.feature.ts";
import { audit } from "./features/audit/audit.feature.ts";
import { auth } from "./features/auth/auth.feature.ts";
import { checks } from "./features/checks/checks.feature.ts";
import { checkVerdicts } from "./features/checks/verdicts/verdicts.feature.ts";
import { codes } from "./features/auth/codes/codes.feature.ts";
import { identities } from "./features/auth/identities/identities.feature.ts";
import { mailCodes } from "./features/auth/mail-codes/mail-codes.feature.ts";
import { mailLinks } from "./features/auth/mail-links/mail-links.feature.ts";
import { passkeys } from "./features/auth/passkeys/passkeys.feature.ts";
import { wechatSignIn } from "./features/auth/wechat/wechat.feature.ts";
import { phones } from "./features/auth/phones/phones.feature.ts";
import { captcha } from "./features/captcha/captcha.feature.ts";
import { categories } from "./features/categories/categories.feature.ts";
import { counters } from "./features/counters/counters.feature.ts";
import { drafts } from "./features/drafts/drafts.feature.ts";
import { entitlements } from "./features/entitlements/entitlements.feature.ts";
import { groups } from "./features/groups/groups.feature.ts";
import { idempotency } from "./features/idempotency/idempotency.feature.ts";
import { imports } from "./features/imports/imports.feature.ts";
import { importPage } from "./features/imports/page/page.feature.ts";
import { invitations } from "./features/invitations/invitations.feature.ts";
import { messages } from "./features/messages/messages.feature.ts";
import { rooms } from "./features/rooms/rooms.feature.ts";
import { money } from "./features/money/money.feature.ts";
import { bounties } from "./features/bounties/bounties.feature.ts";
import { badges } from "./features/badges/badges.feature.ts";
import { changes } from "./features/changes/changes.feature.ts";
import { checkIns } from "./features/check-ins/check-ins.feature.ts";
import { batches } from "./features/moderation/batches/batches.feature.ts";
import { levels } from "./features/levels/levels.feature.ts";
import { memberships } from "./features/memberships/memberships.feature.ts";
import { messageReports } from "./features/moderation/message-reports/message-reports.feature.ts";
import { remarks } from "./features/moderation/remarks/remarks.feature.ts";
import { merging } from "./features/moderation/merging/merging.feature.ts";
import { moderationQueue } from "./features/moderation/queue/queue.feature.ts";
import { reports } from "./features/moderation/reports/reports.feature.ts";
import { delivery } from "./features/notifications/delivery/delivery.feature.ts";
import { notifications } from "./features/notifications/inbox/inbox.feature.ts";
import { push } from "./features/notifications/push/push.feature.ts";
import { notificationTemplates } from "./features/notifications/templates/templates.feature.ts";
import { nodes } from "./features/nodes/nodes.feature.ts";
import { oldAddresses } from "./features/old-addresses/old-addresses.feature.ts";
import { orders } from "./features/orders/orders.feature.ts";
import { payments } from "./features/payments/payments.feature.ts";
import { outbox } from "./features/outbox/outbox.feature.ts";
import { goods } from "./features/goods/goods.feature.ts";
import { polls } from "./features/polls/polls.feature.ts";
import { voting } from "./features/polls/voting/voting.feature.ts";
import { previews } from "./features/previews/previews.feature.ts";
import { posts } from "./features/posts/posts.feature.ts";
import { processes } from "./features/processes/processes.feature.ts";
import { redPackets } from "./features/red-packets/red-packets.feature.ts";
import { questions } from "./features/questions/questions.feature.ts";
import { reading } from "./features/reading/reading.feature.ts";
import { fruitlessSearches } from "./features/search/fruitless/fruitless.feature.ts";
import { searchIndex } from "./features/search/index/index.feature.ts";
import { savedSearches } from "./features/search/saved/saved.feature.ts";
import { searchResults } from "./features/search/results/results.feature.ts";
import { settings } from "./features/settings/settings.feature.ts";
import { signInFields } from "./features/sign-in-fields/sign-in-fields.feature.ts";
import { plugins } from "./features/plugins/plugins.feature.ts";
import { site } from "./features/site/site.feature.ts";
import { sms } from "./features/sms/sms.feature.ts";
import { spam } from "./features/spam/spam.feature.ts";
import { statistics } from "./features/statistics/statistics.feature.ts";
import { stopWords } from "./features/stop-words/stop-words.feature.ts";
import { withdrawals } from "./features/withdrawals/withdrawals.feature.ts";
import { webhooks } from "./features/webhooks/webhooks.feature.ts";
import { wechat } from "./features/wechat/wechat.feature.ts";
import { wordTrials } from "./features/stop-words/trials/trials.feature.ts";
import { tokens } from "./features/tokens/tokens.feature.ts";
import { threads } from "./features/threads/threads.feature.ts";
import { topics } from "./features/topics/topics.feature.ts";
import { unread } from "./features/unread/unread.feature.ts";
import { upgrades } from "./features/upgrades/upgrades.feature.ts";
import { users } from "./features/users/users.feature.ts";
import { watches } from "./features/watches/watches.feature.ts";

/**
 * Every feature, lower layers first: services of a feature use those of features above it in this list. Entities and
 * events may be named by any.
 */
export const features: readonly Feature[] = [
  imports,
  settings,
  sms,
  wechat,
  captcha,
  audit,
  outbox,
  processes,
  stopWords,
  searchIndex,
  groups,
  entitlements,
  users,
  invitations,
  auth,
  codes,
  money,
  memberships,
  upgrades,
  signInFields,
  attachments,
  categories,
  topics,
  drafts,
  redPackets,
  bounties,
  questions,
  goods,
  polls,
  checks,
  spam,
  previews,
  threads,
  voting,
  posts,
  orders,
  payments,
  withdrawals,
  counters,
  batches,
  checkVerdicts,
  remarks,
  wordTrials,
  reading,
  reports,
  watches,
  notificationTemplates,
  unread,
  notifications,
  messages,
  rooms,
  messageReports,
  delivery,
  mailLinks,
  mailCodes,
  phones,
  identities,
  passkeys,
  wechatSignIn,
  changes,
  nodes,
  tokens,
  idempotency,
  webhooks,
  push,
  merging,
  checkIns,
  badges,
  moderationQueue,
  statistics,
  levels,
  fileServing,
  fruitlessSearches,
  searchResults,
  savedSearches,
  oldAddresses,
  site,
  importPage,
  plugins,
  accountData,
];
