import { ACCOUNT_MUTATIONS, ACCOUNT_QUERIES } from "./matrixAccount.ts";
import { ADMIN_MUTATIONS, ADMIN_QUERIES } from "./matrixAdmin.ts";
import { BOOKMARK_MUTATIONS, BOOKMARK_QUERIES } from "./matrixBookmarks.ts";
import { ROOM_MUTATIONS, ROOM_QUERIES } from "./matrixRooms.ts";
import { SCHEDULING_MUTATIONS } from "./matrixScheduling.ts";
import { SEARCH_MUTATIONS, SEARCH_QUERIES } from "./matrixSearches.ts";
import { THREAD_MUTATIONS, THREAD_QUERIES } from "./matrixThreads.ts";
import type { Role, Scene } from "./scene.ts";

/** Outcome of a question: an answer, or a refusal with a code. */
export type Outcome = "ok" | (string & {});

/** One field at the root of the schema: how to ask it, and what becomes of it for whom. */
export interface Row {
  readonly document: string;
  readonly variables?: (scene: Scene, role: Role) => object;
  /** Roles that are not named are answered. */
  readonly refused?: Partial<Record<Role, Outcome>>;
}

const LOGIN = { guest: "LOGIN_REQUIRED" } as const;
const MEMBERS = { ...LOGIN, limited: "FORBIDDEN" } as const;
const ADMINS = {
  ...LOGIN,
  limited: "FORBIDDEN",
  member: "FORBIDDEN",
  author: "FORBIDDEN",
  moderator: "FORBIDDEN",
} as const;
const MODERATORS = { ...LOGIN, limited: "FORBIDDEN", member: "FORBIDDEN", author: "FORBIDDEN" } as const;
/** The author, moderators, administrators. */
const OWNERS = { ...LOGIN, limited: "FORBIDDEN", member: "FORBIDDEN" } as const;
/** Deleted content, which does not exist for those who may not restore it. */
const RESTORERS = { guest: "NOT_FOUND", limited: "NOT_FOUND", member: "NOT_FOUND" } as const;

/** Nobody has written to or from somebody who does not exist. */
const NO_DIALOG = {
  member: "NOT_FOUND",
  limited: "NOT_FOUND",
  author: "NOT_FOUND",
  moderator: "NOT_FOUND",
  admin: "NOT_FOUND",
} as const;

/** A browser at a push service; nobody calls it. */
const PUSH_PLACE = {
  endpoint: "https://push.example.org/abc",
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
} as const;

const thread = (scene: Scene): object => ({ id: scene.threadId });
const post = (scene: Scene): object => ({ id: scene.postId });
const other = (scene: Scene): object => ({ id: scene.other.id });

/** Every query of the schema. A query that is not here fails the test. */
export const QUERIES: Readonly<Record<string, Row>> = {
  ...ADMIN_QUERIES,
  ...ACCOUNT_QUERIES,
  ...THREAD_QUERIES,
  ...BOOKMARK_QUERIES,
  ...SEARCH_QUERIES,
  ...ROOM_QUERIES,
  viewer: { document: `{ viewer { id username } }` },
  site: { document: `{ site { name viewerCanAdminister } }` },
  categories: { document: `{ categories { id children { id } } }` },
  category: {
    document: `query ($id: ID!) { category(id: $id) { name } }`,
    variables: ({ categoryId }) => ({ id: categoryId }),
  },
  groups: { document: `{ groups { id name } }` },
  permissionKeys: { document: `{ permissionKeys { key isOffered isForVisitors } }` },
  threads: { document: `{ threads { nodes { id title author { id } } } }` },
  pinnedThreads: { document: `{ pinnedThreads { id } }` },
  thread: {
    document: `query ($id: ID!) { thread(id: $id) { title posts { nodes { body } } } }`,
    variables: thread,
  },
  post: { document: `query ($id: ID!) { post(id: $id) { body } }`, variables: post },
  user: { document: `query ($id: ID!) { user(id: $id) { nickname } }`, variables: other },
  pageMarks: {
    document: `query ($id: ID!) { pageMarks(threadIds: [$id]) { threads { title body } } }`,
    variables: thread,
  },
  newThreadCount: { document: `{ newThreadCount(since: "2020-01-01T00:00:00Z") }` },
  activeUsers: { document: `{ activeUsers { id nickname } }` },
  topics: { document: `{ topics { nodes { id name threadCount } } }` },
  topic: {
    document: `query ($id: ID!) { topic(id: $id) { name } }`,
    variables: ({ topicId }) => ({ id: topicId }),
  },
  topicCandidates: { document: `{ topicCandidates(prefix: "a") { id } }` },
  drafts: { document: `{ drafts { id } }`, refused: LOGIN },
  draft: { document: `query ($id: ID!) { draft(threadId: $id) { id } }`, variables: thread, refused: LOGIN },
  sessions: { document: `{ sessions { id } }`, refused: LOGIN },
  pushPublicKey: { document: `{ pushPublicKey }` },
  pushDevices: { document: `{ pushDevices { id } }`, refused: LOGIN },
  blockedUsers: { document: `{ blockedUsers { nodes { id } } }`, refused: LOGIN },
  mentionCandidates: { document: `{ mentionCandidates(prefix: "Per") { id } }`, refused: LOGIN },
  reports: {
    document: `{ reports { nodes { id reporter { id } thread { id } post { id } } } }`,
    refused: { ...LOGIN, limited: "FORBIDDEN", member: "FORBIDDEN", author: "FORBIDDEN" },
  },
  reviewQueue: {
    document: `{ reviewQueue(kind: POST) { nodes { key thread { id } post { id } report { id } claimedBy { id } } } }`,
    refused: MODERATORS,
  },
  reviewCounts: { document: `{ reviewCounts { threads posts reports members } }`, refused: MODERATORS },
  statistics: { document: `{ statistics { from threads posts members activeMembers } }`, refused: ADMINS },
  users: { document: `{ users(query: "per") { nodes { id username status } } }`, refused: ADMINS },
  stopWords: { document: `{ stopWords(query: "x") { nodes { id find ugc } } }`, refused: ADMINS },
  stopWordUses: {
    document: `{ stopWordUses { word hits replaced heldBack refused lastAt } }`,
    refused: ADMINS,
  },
  stopWordExport: { document: `{ stopWordExport }`, refused: ADMINS },
  stopWordTest: { document: `{ stopWordTest(text: "harmless") { action text words } }`, refused: ADMINS },
  signInFields: { document: `{ signInFields { id name } }` },
  signInAnswers: {
    document: `query ($id: ID!) { signInAnswers(userId: $id) { id } }`,
    variables: other,
    refused: ADMINS,
  },
  moderationBatches: { document: `{ moderationBatches { nodes { id } } }`, refused: ADMINS },
  settings: { document: `{ settings { tag key value } }` },
  settingSaves: { document: `{ settingSaves { nodes { id } } }`, refused: ADMINS },
  notificationTemplates: {
    document: `{ notificationTemplates { kind templates { channel } } }`,
    refused: ADMINS,
  },
  notificationTemplate: {
    document: `{ notificationTemplate(kind: "post.replied") { kind } }`,
    refused: ADMINS,
  },
  notificationTemplateSaves: { document: `{ notificationTemplateSaves { nodes { id } } }`, refused: ADMINS },
  previewNotification: {
    document: `{ previewNotification(kind: "post.replied", channel: SITE, locale: "en", draft: {title: "", body: "x"}) { body } }`,
    refused: ADMINS,
  },
  fruitlessSearches: { document: `{ fruitlessSearches { words askerCount } }`, refused: ADMINS },
  auditLog: { document: `{ auditLog { nodes { id action } } }`, refused: ADMINS },
  auditVerification: { document: `{ auditVerification { intact } }`, refused: ADMINS },
  notifications: { document: `{ notifications(entry: THREAD) { nodes { id text } } }`, refused: LOGIN },
  unreadCounts: { document: `{ unreadCounts { total } }`, refused: LOGIN },
  notificationDispatches: {
    document: `{ notificationDispatches { nodes { id address recipient { id } } } }`,
    refused: ADMINS,
  },
  permissionAnswer: { document: `{ permissionAnswer(permission: "thread.reply") { allowed reason } }` },
};

/** Every mutation of the schema. A mutation that is not here fails the test. */
export const MUTATIONS: Readonly<Record<string, Row>> = {
  ...ADMIN_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...THREAD_MUTATIONS,
  ...BOOKMARK_MUTATIONS,
  ...SEARCH_MUTATIONS,
  ...ROOM_MUTATIONS,
  ...SCHEDULING_MUTATIONS,
  register: {
    document: `mutation ($n: String!) { register(input: {username: $n, password: "secret-12", nickname: $n}) { expiresAt } }`,
    variables: (_scene, role) => ({ n: `New${role}` }),
  },
  login: {
    document: `mutation { login(input: {username: "nobody", password: "wrong-one"}) { expiresAt } }`,
    refused: {
      guest: "LOGIN_FAILED",
      member: "LOGIN_FAILED",
      limited: "LOGIN_FAILED",
      author: "LOGIN_FAILED",
      moderator: "LOGIN_FAILED",
      admin: "LOGIN_FAILED",
    },
  },
  logout: { document: `mutation { logout }` },
  claimAdmin: {
    document: `mutation { claimAdmin(input: {token: "guessed", username: "x", password: "secret-12", nickname: "x"}) { expiresAt } }`,
    refused: {
      guest: "FORBIDDEN",
      member: "FORBIDDEN",
      limited: "FORBIDDEN",
      author: "FORBIDDEN",
      moderator: "FORBIDDEN",
      admin: "FORBIDDEN",
    },
  },
  revokeSession: {
    document: `mutation { revokeSession(id: "999999") }`,
    refused: {
      ...LOGIN,
      member: "NOT_FOUND",
      limited: "NOT_FOUND",
      author: "NOT_FOUND",
      moderator: "NOT_FOUND",
      admin: "NOT_FOUND",
    },
  },
  subscribePush: {
    document: `mutation ($i: PushSubscriptionInput!) { subscribePush(input: $i) }`,
    variables: () => ({ i: PUSH_PLACE }),
    refused: LOGIN,
  },
  renewPush: {
    document: `mutation ($i: RenewPushInput!) { renewPush(input: $i) }`,
    variables: () => ({ i: { ...PUSH_PLACE, oldEndpoint: "https://push.example.org/unknown" } }),
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  unsubscribePush: {
    document: `mutation { unsubscribePush(endpoint: "https://push.example.org/unknown") }`,
    refused: LOGIN,
  },
  removePushDevice: {
    document: `mutation { removePushDevice(id: "999999") }`,
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  publishThread: {
    document: `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "T", body: "B"}) { id } }`,
    variables: ({ categoryId }) => ({ c: categoryId }),
    refused: MEMBERS,
  },
  editThread: {
    document: `mutation ($id: ID!) { editThread(input: {threadId: $id, title: "Changed"}) { title } }`,
    variables: thread,
    refused: OWNERS,
  },
  deleteThread: {
    document: `mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`,
    variables: thread,
    refused: OWNERS,
  },
  restoreThread: {
    document: `mutation ($id: ID!) { restoreThread(threadId: $id) { id } }`,
    variables: ({ deletedThreadId }) => ({ id: deletedThreadId }),
    refused: { ...RESTORERS, guest: "LOGIN_REQUIRED" },
  },
  setThreadSticky: {
    document: `mutation ($id: ID!) { setThreadSticky(threadId: $id, sticky: true) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  setThreadLocked: {
    document: `mutation ($id: ID!) { setThreadLocked(threadId: $id, locked: true) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  setThreadEssence: {
    document: `mutation ($id: ID!) { setThreadEssence(threadId: $id, essence: true) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  setThreadApproval: {
    document: `mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: IGNORED) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  setThreadLiked: {
    document: `mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { likeCount } }`,
    variables: thread,
    refused: MEMBERS,
  },
  replyToThread: {
    document: `mutation ($id: ID!) { replyToThread(input: {threadId: $id, body: "Hello"}) { number } }`,
    variables: thread,
    refused: MEMBERS,
  },
  editPost: {
    document: `mutation ($id: ID!) { editPost(input: {postId: $id, body: "Changed"}) { body } }`,
    variables: post,
    refused: OWNERS,
  },
  deletePost: {
    document: `mutation ($id: ID!) { deletePost(postId: $id) { id } }`,
    variables: post,
    refused: OWNERS,
  },
  restorePost: {
    document: `mutation ($id: ID!) { restorePost(postId: $id) { id } }`,
    variables: ({ deletedPostId }) => ({ id: deletedPostId }),
    refused: { ...RESTORERS, guest: "LOGIN_REQUIRED" },
  },
  setPostApproval: {
    document: `mutation ($id: ID!) { setPostApproval(postId: $id, approval: IGNORED) { id } }`,
    variables: post,
    refused: MODERATORS,
  },
  setSolution: {
    document: `mutation ($id: ID!) { setSolution(postId: $id, accepted: true) { solutionNumber } }`,
    variables: post,
    refused: OWNERS,
  },
  setPostLiked: {
    document: `mutation ($id: ID!) { setPostLiked(postId: $id, liked: true) { likeCount } }`,
    variables: post,
    refused: MEMBERS,
  },
  markThreadRead: {
    document: `mutation ($id: ID!) { markThreadRead(threadId: $id, number: 1) { viewerLastReadNumber } }`,
    variables: thread,
    refused: LOGIN,
  },
  reportContent: {
    document: `mutation ($id: ID!) { reportContent(input: {threadId: $id, reason: SPAM}) { id } }`,
    variables: thread,
    refused: { ...LOGIN, author: "INVALID_PARAMETER" },
  },
  reportMessage: {
    document: `mutation { reportMessage(input: {messageId: "999999", reason: SPAM}) { id } }`,
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  readReportedMessage: {
    document: `mutation { readReportedMessage(reportId: "999999") { id body } }`,
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  handleReport: {
    document: `mutation { handleReport(id: "999999", verdict: REJECTED) { id } }`,
    refused: {
      ...LOGIN,
      member: "NOT_FOUND",
      limited: "NOT_FOUND",
      author: "NOT_FOUND",
      moderator: "NOT_FOUND",
      admin: "NOT_FOUND",
    },
  },
  followUser: {
    document: `mutation ($id: ID!) { followUser(userId: $id) { follow } }`,
    variables: other,
    refused: MEMBERS,
  },
  unfollowUser: {
    document: `mutation ($id: ID!) { unfollowUser(userId: $id) { follow } }`,
    variables: other,
    refused: LOGIN,
  },
  removeFan: {
    document: `mutation ($id: ID!) { removeFan(userId: $id) { id } }`,
    variables: other,
    refused: LOGIN,
  },
  blockUser: {
    document: `mutation ($id: ID!) { blockUser(userId: $id) { isDeny } }`,
    variables: other,
    refused: LOGIN,
  },
  unblockUser: {
    document: `mutation ($id: ID!) { unblockUser(userId: $id) { isDeny } }`,
    variables: other,
    refused: LOGIN,
  },
  updateProfile: {
    document: `mutation { updateProfile(input: {signature: "Hi"}) { signature } }`,
    refused: LOGIN,
  },
  setListDensity: {
    document: `mutation { setListDensity(density: COMPACT) { listDensity } }`,
    refused: LOGIN,
  },
  saveDraft: { document: `mutation { saveDraft(input: {title: "T", body: "B"}) { id } }`, refused: LOGIN },
  deleteDraft: {
    document: `mutation { deleteDraft(id: "999999") }`,
    refused: {
      ...LOGIN,
      member: "NOT_FOUND",
      limited: "NOT_FOUND",
      author: "NOT_FOUND",
      moderator: "NOT_FOUND",
      admin: "NOT_FOUND",
    },
  },
  sendMessage: {
    document: `mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Hello"}) { id } }`,
    variables: other,
    refused: MEMBERS,
  },
  markDialogRead: {
    document: `mutation { markDialogRead(userId: "999999") { id } }`,
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  deleteDialog: {
    document: `mutation { deleteDialog(userId: "999999") }`,
    refused: { ...LOGIN, ...NO_DIALOG },
  },
  markNotificationsRead: { document: `mutation { markNotificationsRead { count } }`, refused: LOGIN },
  setWatchLevel: {
    document: `mutation ($id: ID!) { setWatchLevel(target: THREAD, targetId: $id, level: WATCHING) { level } }`,
    variables: thread,
    refused: LOGIN,
  },
  setWatchReplied: { document: `mutation { setWatchReplied(watch: true) { id } }`, refused: LOGIN },
  markNotificationsUnread: {
    document: `mutation { markNotificationsUnread(ids: ["999999"]) { count } }`,
    refused: LOGIN,
  },
  saveNotificationPreferences: {
    document: `mutation { saveNotificationPreferences(input: {showText: true}) { showText } }`,
    refused: LOGIN,
  },
  retryNotificationDispatch: {
    document: `mutation { retryNotificationDispatch(id: "999999") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  deleteNotifications: {
    document: `mutation { deleteNotifications(ids: ["999999"]) { count } }`,
    refused: LOGIN,
  },
  restoreNotifications: {
    document: `mutation { restoreNotifications(ids: ["999999"]) { count } }`,
    refused: LOGIN,
  },
  createCategory: { document: `mutation { createCategory(input: {name: "New"}) { id } }`, refused: ADMINS },
  deleteCategory: {
    document: `mutation ($id: ID!) { deleteCategory(id: $id) }`,
    variables: ({ categoryId }) => ({ id: categoryId }),
    refused: { ...ADMINS, admin: "IN_USE" },
  },
  undoNotificationTemplates: {
    document: `mutation { undoNotificationTemplates(saveId: "999999") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  undoSettings: {
    document: `mutation { undoSettings(saveId: "999999") { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  claimReviews: { document: `mutation { claimReviews(keys: []) }`, refused: MODERATORS },
  decideReview: {
    document: `mutation ($k: ID!) { decideReview(input: {key: $k, decision: APPROVE}) }`,
    variables: ({ threadId }) => ({ k: `t${threadId}` }),
    refused: MODERATORS,
  },
  undoReview: {
    document: `mutation ($k: ID!) { undoReview(key: $k) }`,
    variables: ({ threadId }) => ({ k: `t${threadId}` }),
    refused: MODERATORS,
  },
  createGroup: {
    document: `mutation { createGroup(input: {name: "Gold"}) { id } }`,
    refused: { ...ADMINS, admin: "ok" },
  },
  deleteGroups: {
    document: `mutation { deleteGroups(ids: ["8"]) { id } }`,
    refused: { ...ADMINS, admin: "FORBIDDEN" },
  },
  setUserStatus: {
    document: `mutation ($id: ID!) { setUserStatus(userId: $id, status: NORMAL) { id status } }`,
    variables: other,
    refused: ADMINS,
  },
  resetUserPassword: {
    document: `mutation ($id: ID!) { resetUserPassword(userId: $id, password: "another12") }`,
    variables: other,
    refused: ADMINS,
  },
  endUserSessions: {
    document: `mutation ($id: ID!) { endUserSessions(userId: $id) }`,
    variables: other,
    refused: ADMINS,
  },
  updateStopWord: {
    document: `mutation { updateStopWord(id: "999999", input: {ugc: BAN}) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  changeStopWords: {
    document: `mutation {
      changeStopWords(changes: [{id: "999999", before: {ugc: IGNORE}, after: {ugc: BAN}}]) { batchId }
    }`,
    refused: { ...ADMINS, admin: "CONFLICT" },
  },
  deleteStopWords: { document: `mutation { deleteStopWords(ids: ["999999"]) { id } }`, refused: ADMINS },
  submitSignInFields: { document: `mutation { submitSignInFields(answers: []) }`, refused: LOGIN },
  reviewSignInField: {
    document: `mutation { reviewSignInField(id: "999999", state: PASSED) { id } }`,
    refused: { ...ADMINS, admin: "NOT_FOUND" },
  },
  moderateThreads: {
    document: `mutation ($id: ID!) { moderateThreads(input: {threadIds: [$id], action: PIN}) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  undoModeration: {
    document: `mutation { undoModeration(batchId: "999999") { id } }`,
    refused: {
      ...LOGIN,
      member: "NOT_FOUND",
      limited: "NOT_FOUND",
      author: "NOT_FOUND",
      moderator: "NOT_FOUND",
      admin: "NOT_FOUND",
    },
  },
  setUserGroup: {
    document: `mutation ($id: ID!) { setUserGroup(userId: $id, groupId: "10") { id } }`,
    variables: other,
    refused: ADMINS,
  },
};
