import type { Row } from "./matrix.ts";

/** Rows of the matrix for what administrators alone ask and do; one file would be too long. */
export const ADMINS = {
  guest: "LOGIN_REQUIRED",
  limited: "FORBIDDEN",
  member: "FORBIDDEN",
  author: "FORBIDDEN",
  moderator: "FORBIDDEN",
} as const;

/** Those who moderate something, and administrators. */
const STAFF = {
  guest: "LOGIN_REQUIRED",
  limited: "FORBIDDEN",
  member: "FORBIDDEN",
  author: "FORBIDDEN",
} as const;

/** Queries of the administration. */
export const ADMIN_QUERIES: Readonly<Record<string, Row>> = {
  funds: { document: `{ funds { balanceCents violations } }`, refused: ADMINS },
  allWithdrawals: {
    document: `{ allWithdrawals(state: PENDING) { nodes { id user { id } receiveAccount } } }`,
    refused: ADMINS,
  },
  invitations: { document: `{ invitations { nodes { id code inviter { id } } } }`, refused: ADMINS },
  orders: { document: `{ orders(state: PAID) { nodes { id buyer { id } siteCents } } }`, refused: ADMINS },
  payments: { document: `{ payments(state: PAID) { nodes { id user { id } problem } } }`, refused: ADMINS },
  finance: { document: `{ finance { incomeCents profitCents } }`, refused: ADMINS },
  financeSteps: { document: `{ financeSteps { from incomeCents } }`, refused: ADMINS },
  financeEntries: {
    document: `{ financeEntries(figure: PROFIT) { nodes { reference user { id } } } }`,
    refused: ADMINS,
  },
  fundEntries: { document: `{ fundEntries { nodes { id user { id } actor { id } } } }`, refused: ADMINS },
  plugins: {
    document: `{ plugins { id name faults { message } settingFields { value } } }`,
    refused: ADMINS,
  },
  samplePlugins: { document: `{ samplePlugins { name label isInstalled } }`, refused: ADMINS },
  importPage: {
    document: `{ importPage { obstacle sources { source } upload { name } run { phase problem } } }`,
    refused: ADMINS,
  },
  pluginConflicts: { document: `{ pluginConflicts { place shown { id } } }`, refused: ADMINS },
  levels: { document: `{ levels { id daysClean memberCount group { id } } }`, refused: ADMINS },
  badges: { document: `{ badges { id nameZh threshold isEnabled holderCount } }`, refused: ADMINS },
  managedTopics: {
    document: `{ managedTopics(state: MERGED) { nodes { id isDeleted mergedInto { id } } } }`,
    refused: ADMINS,
  },
  statisticsScript: {
    document: `{ statisticsScript(script: "<script src='https://stats.example.com/s.js'></script>") { services proposal hosts { origin isAllowed } } }`,
    refused: ADMINS,
  },
  accentPreview: { document: `{ accentPreview(color: "#7a2e8f") { isLegible nearest } }`, refused: ADMINS },
  launchSteps: { document: `{ launchSteps { key isDone } }`, refused: ADMINS },
  siteHealth: { document: `{ siteHealth { version online { count members { id } } } }`, refused: ADMINS },
  userSessions: {
    document: `query ($id: ID!) { userSessions(userId: $id) { id userAgent } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: ADMINS,
  },
  stopWordBatches: { document: `{ stopWordBatches { nodes { id action wordCount } } }`, refused: ADMINS },
  groupDeletions: { document: `{ groupDeletions { nodes { id names memberCount } } }`, refused: ADMINS },
  processOverview: { document: `{ processOverview { together { host pid } notShared } }`, refused: ADMINS },
  agreement: { document: `{ agreement(kind: TERMS) { bodyHtml } }` },
};

/** Mutations of the administration. */
export const ADMIN_MUTATIONS: Readonly<Record<string, Row>> = {
  installSamplePlugin: {
    document: `mutation { installSamplePlugin(name: "none") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  setPluginEnabled: {
    document: `mutation { setPluginEnabled(pluginId: "999", isEnabled: false) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  savePluginSettings: {
    document: `mutation { savePluginSettings(pluginId: "999", values: []) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  exportPluginData: {
    document: `mutation { exportPluginData(pluginId: "999") }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  orderPlugins: {
    document: `mutation { orderPlugins(pluginIds: ["999"]) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  checkImport: {
    document: `mutation { checkImport(input: { source: NEUTRAL }) { phase } }`,
    refused: { ...ADMINS, admin: "FORBIDDEN" },
  },
  saveImportMapping: {
    document: `mutation { saveImportMapping(input: { version: "0", groups: [], categories: [] }) { version } }`,
    refused: { ...ADMINS, admin: "FORBIDDEN" },
  },
  discardImport: { document: `mutation { discardImport }`, refused: ADMINS },
  startImport: {
    document: `mutation { startImport }`,
    refused: { ...ADMINS, admin: "FORBIDDEN" },
  },
  chooseReplacement: {
    document: `mutation { chooseReplacement(place: "plugin_global@header_replace_hook", pluginId: "999") { place } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  uninstallPlugin: {
    document: `mutation { uninstallPlugin(pluginId: "999") }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  adjustWallet: {
    document: `mutation ($id: ID!) { adjustWallet(input: { userId: $id, amountCents: 5, reason: "Prize" }) { balanceCents } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: ADMINS,
  },
  refundOrder: {
    document: `mutation { refundOrder(input: { id: 999, reason: "Asked for it" }) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  refundPayment: {
    document: `mutation { refundPayment(input: { id: 999, reason: "Asked for it" }) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  decideWithdrawal: {
    document: `mutation { decideWithdrawal(input: { id: 999, decision: APPROVE }) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  banUser: {
    document: `mutation ($id: ID!) { banUser(input: {userId: $id, reason: "Spam"}) { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: ADMINS,
  },
  silenceUser: {
    document: `mutation ($id: ID!) { silenceUser(input: {userId: $id, reason: "Flooding"}) { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: STAFF,
  },
  liftSilence: {
    document: `mutation ($id: ID!) { liftSilence(userId: $id) { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: STAFF,
  },
  warnUser: {
    document: `mutation ($id: ID!) { warnUser(input: {userId: $id, reason: "Please be kind"}) { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: STAFF,
  },
  addMemberNote: {
    document: `mutation ($id: ID!) { addMemberNote(userId: $id, body: "Wrote to us") { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: STAFF,
  },
  deleteUserRemark: {
    document: `mutation { deleteUserRemark(remarkId: "999999") }`,
    refused: { ...STAFF, moderator: "NOT_FOUND", admin: "NOT_FOUND" },
  },
  undoStopWords: {
    document: `mutation { undoStopWords(batchId: "999999") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  undoGroupDeletion: {
    document: `mutation { undoGroupDeletion(deletionId: "999999") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  saveBadge: {
    document: `mutation { saveBadge(input: { badgeId: 1, nameZh: "甲", nameEn: "A", threshold: 1, isEnabled: true }) { id } }`,
    refused: ADMINS,
  },
  tryLevels: {
    document: `mutation { tryLevels(input: { levels: [] }) { memberCount token } }`,
    refused: ADMINS,
  },
  saveLevels: {
    document: `mutation { saveLevels(input: { levels: [], trialToken: "none" }) { id } }`,
    refused: { ...ADMINS, admin: "LEVEL_TRIAL_NEEDED" },
  },
  setMemberLevel: {
    document: `mutation ($id: ID!) { setMemberLevel(input: { userId: $id, override: NONE }) { id } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: STAFF,
  },
  setTopicRecommended: {
    document: `mutation ($id: ID!) { setTopicRecommended(topicId: $id, recommended: true) { isRecommended } }`,
    variables: ({ topicId }) => ({ id: topicId }),
    refused: ADMINS,
  },
  deleteTopic: {
    document: `mutation ($id: ID!) { deleteTopic(topicId: $id) { isDeleted } restoreTopic(topicId: $id) { isDeleted } }`,
    variables: ({ topicId }) => ({ id: topicId }),
    refused: ADMINS,
  },
  restoreTopic: {
    document: `mutation ($id: ID!) { restoreTopic(topicId: $id) { isDeleted } }`,
    variables: ({ topicId }) => ({ id: topicId }),
    refused: ADMINS,
  },
  mergeTopic: {
    document: `mutation ($id: ID!) { mergeTopic(topicId: $id, intoId: "999999") { id } }`,
    variables: ({ topicId }) => ({ id: topicId }),
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  unmergeTopic: {
    document: `mutation ($id: ID!) { unmergeTopic(topicId: $id) { id } }`,
    variables: ({ topicId }) => ({ id: topicId }),
    refused: { ...ADMINS, admin: "CONFLICT" },
  },
  endUserSession: {
    document: `mutation ($id: ID!) { endUserSession(userId: $id, sessionId: "999999") }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  tryContentCheck: {
    document: `mutation { tryContentCheck(text: "Tea") { problem } }`,
    refused: ADMINS,
  },
  sendTestNotification: {
    document: `mutation { sendTestNotification(kind: "post.replied", channel: EMAIL, locale: "en") { sent } }`,
    refused: ADMINS,
  },
  updateCategory: {
    document: `mutation ($id: ID!) { updateCategory(id: $id, input: {name: "Renamed"}) { name } }`,
    variables: ({ categoryId }) => ({ id: categoryId }),
    refused: ADMINS,
  },
  setGroupPermissions: {
    document: `mutation { setGroupPermissions(groupId: "8", permissions: ["viewThreads", "thread.viewPosts", "user.view"]) }`,
    refused: ADMINS,
  },
  saveSettings: {
    document: `mutation { saveSettings(entries: [{key: "site_title", value: "A title"}]) { id } }`,
    refused: ADMINS,
  },
  saveNotificationTemplates: {
    document: `mutation { saveNotificationTemplates(input: [{kind: "post.liked", channel: SITE, body: {en: "Liked"}}]) { id } }`,
    refused: ADMINS,
  },
  resetNotificationTemplate: {
    document: `mutation { resetNotificationTemplate(kind: "post.liked") { id } }`,
    refused: ADMINS,
  },
  updateGroups: {
    document: `mutation { updateGroups(changes: [{id: "8", description: "Looks around"}]) { id permissions } }`,
    refused: ADMINS,
  },
  importStopWords: {
    document: `mutation { importStopWords(lines: ["unsayable={MOD}"]) { created } }`,
    refused: ADMINS,
  },
  tryStopWords: {
    document: `mutation { tryStopWords(input: {lines: ["unsayable"], kind: THREADS}) { looked } }`,
    refused: ADMINS,
  },
  saveSignInFields: {
    document: `mutation { saveSignInFields(fields: [{name: "City", kind: TEXT, sort: 1, required: false}]) { id } }`,
    refused: ADMINS,
  },
};
