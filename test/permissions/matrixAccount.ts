import type { Row } from "./matrix.ts";
import type { Role } from "./scene.ts";

/** A code that was sent to nobody. */
const PHONE_CODE = `{request: "made-up", phone: "13800000000", code: "123456"}`;
const LOGIN = { guest: "LOGIN_REQUIRED" } as const;

/** One outcome for everybody, signed in or not. */
function ofAll(code: string): Record<Role, string> {
  return { guest: code, limited: code, member: code, author: code, moderator: code, admin: code };
}

/** Queries about the account itself. */
export const ACCOUNT_QUERIES: Readonly<Record<string, Row>> = {
  checkInState: { document: `{ checkInState { checkedIn streak longest total } }` },
  order: { document: `{ order(id: 999) { id state } }`, refused: { ...ofAll("NOT_FOUND"), ...LOGIN } },
  pollVoters: {
    // The thread has no poll.
    document: `query ($id: ID!) { pollVoters(threadId: $id) { nodes { optionIds } } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: ofAll("NOT_FOUND"),
  },
  joinTerms: { document: `{ joinTerms { priceCents viewerMustJoin } }` },
  invitation: { document: `{ invitation(code: "NOBODYHASTHIS") { code inviterName } }` },
  invitationOverview: {
    document: `{ invitationOverview { path inviteeCount earnedCents } }`,
    refused: LOGIN,
  },
  ownInvitations: { document: `{ ownInvitations { nodes { id code state } } }`, refused: LOGIN },
  invitees: { document: `{ invitees { nodes { id earnedCents user { id } } } }`, refused: LOGIN },
  purchases: { document: `{ purchases { nodes { id state } } }`, refused: LOGIN },
  payment: { document: `{ payment(id: 999) { id state } }`, refused: { ...ofAll("NOT_FOUND"), ...LOGIN } },
  upgradeTerms: { document: `{ upgradeTerms { offers { viewerAction } times { endsAt } } }`, refused: LOGIN },
  topUpTerms: { document: `{ topUpTerms { providers leastCents } }`, refused: LOGIN },
  withdrawals: { document: `{ withdrawals { nodes { id state } } }`, refused: LOGIN },
  withdrawalTerms: { document: `{ withdrawalTerms { feeBps leastCents } }`, refused: LOGIN },
  activePlugins: { document: `{ activePlugins { id name codeUrl views { target } } }` },
  pluginQuery: {
    document: `{ pluginQuery(input: { plugin: "none", document: "{ a }" }) }`,
    refused: ofAll("NOT_FOUND"),
  },
  pluginQueries: { document: `{ pluginQueries(inputs: []) }` },
  signInProviders: { document: `{ signInProviders { id label color } }` },
  identityCallbackUrl: { document: `{ identityCallbackUrl }` },
  passkeysOffered: { document: `{ passkeysOffered }` },
  accessTokens: { document: `{ accessTokens { id name } }`, refused: LOGIN },
  applicationTokens: {
    document: `{ applicationTokens { id name } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  oauthApplications: {
    document: `{ oauthApplications { id name } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  allowedApplications: { document: `{ allowedApplications { id name } }`, refused: LOGIN },
  authorizationRequest: {
    document: `{ authorizationRequest(id: "none") { name } }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  webhooks: {
    document: `{ webhooks { id url } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  webhookCalls: {
    document: `{ webhookCalls(webhookId: "1") { nodes { id state } } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  passkeys: { document: `{ passkeys { id name isBackedUp lastUsedAt } }`, refused: LOGIN },
  identities: { document: `{ identities { id email } }`, refused: LOGIN },
  pendingIdentity: { document: `{ pendingIdentity { step } }`, refused: ofAll("IDENTITY_EXPIRED") },
  wechatWays: { document: `{ wechatWays { official openPlatform } }` },
  pendingWechat: { document: `{ pendingWechat { step } }`, refused: ofAll("IDENTITY_EXPIRED") },
  wechatScanState: { document: `{ wechatScanState }` },
  scannedCode: {
    document: `{ scannedCode(scan: "made-up") { state } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  boundWechat: { document: `{ boundWechat { nickname } }`, refused: LOGIN },
  identityProviders: {
    document: `{ identityProviders { id issuer } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  captchaChallenge: { document: `{ captchaChallenge(purpose: REGISTER) }` },
  passwordReset: {
    document: `{ passwordReset(token: "made.up") { nickname } }`,
    refused: ofAll("LINK_INVALID"),
  },
};

/** Mutations of the account itself. */
export const ACCOUNT_MUTATIONS: Readonly<Record<string, Row>> = {
  checkIn: { document: `mutation { checkIn { checkedIn streak } }`, refused: LOGIN },
  createInvitation: {
    document: `mutation { createInvitation(input: { maxUses: 1, days: 7 }) { id code } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  revokeInvitation: {
    document: `mutation { revokeInvitation(id: 999999) { id } }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  setPayPassword: {
    document: `mutation { setPayPassword(password: "12") }`,
    refused: { ...ofAll("INVALID_PARAMETER"), ...LOGIN },
  },
  createOrder: {
    // The thread is free.
    document: `mutation ($id: ID!) { createOrder(input: { kind: THREAD, threadId: $id, amountCents: 5 }) { id } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: {
      ...ofAll("INVALID_PARAMETER"),
      ...LOGIN,
      limited: "FORBIDDEN",
      author: "CANNOT_BUY_OWN",
    },
  },
  payOrder: {
    document: `mutation { payOrder(input: { orderId: 1, method: WALLET, payPassword: "123456" }) { id } }`,
    refused: { ...ofAll("PAY_PASSWORD_MISSING"), ...LOGIN, limited: "FORBIDDEN" },
  },
  giveBounty: {
    // The thread has none.
    document: `mutation ($id: ID!) { giveBounty(input: { postId: $id, amountCents: 5 }) { id } }`,
    variables: ({ postId }) => ({ id: postId }),
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  answerQuestion: {
    // The thread asks nobody.
    document: `mutation ($id: ID!) { answerQuestion(threadId: $id, body: "Because") { id } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  voteInPoll: {
    // The thread has none.
    document: `mutation ($id: ID!) { voteInPoll(input: { threadId: $id, optionIds: ["1"] }) { id } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  editPoll: {
    document: `mutation ($id: ID!) { editPoll(threadId: $id, poll: { options: ["A", "B"] }) { id } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  closePoll: {
    document: `mutation ($id: ID!) { closePoll(threadId: $id) { id } }`,
    variables: ({ threadId }) => ({ id: threadId }),
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  startPayment: {
    document: `mutation { startPayment(input: { provider: SANDBOX, amountCents: 500 }) { id state } }`,
    refused: LOGIN,
  },
  requestWithdrawal: {
    document: `mutation { requestWithdrawal(input: { amountCents: 5, receiveAccount: "Bank", payPassword: "123456" }) { id } }`,
    refused: { ...ofAll("PAY_PASSWORD_MISSING"), ...LOGIN, limited: "FORBIDDEN" },
  },
  setEmail: {
    document: `mutation { setEmail(email: "someone@example.org") { id } }`,
    refused: {
      ...LOGIN,
      limited: "MAIL_OFF",
      member: "MAIL_OFF",
      author: "MAIL_OFF",
      moderator: "MAIL_OFF",
      admin: "MAIL_OFF",
    },
  },
  verifyEmail: {
    document: `mutation { verifyEmail(token: "made.up") }`,
    refused: {
      guest: "INVALID_PARAMETER",
      limited: "INVALID_PARAMETER",
      member: "INVALID_PARAMETER",
      author: "INVALID_PARAMETER",
      moderator: "INVALID_PARAMETER",
      admin: "INVALID_PARAMETER",
    },
  },
  removeEmail: { document: `mutation { removeEmail { id } }`, refused: LOGIN },
  requestPasswordReset: {
    document: `mutation { requestPasswordReset(account: "nobody") }`,
    refused: ofAll("MAIL_OFF"),
  },
  requestSignInCode: {
    document: `mutation { requestSignInCode(account: "nobody") }`,
    refused: ofAll("MAIL_OFF"),
  },
  loginByCode: {
    document: `mutation { loginByCode(input: {request: "made-up", code: "123456"}) { expiresAt } }`,
    refused: ofAll("MAIL_OFF"),
  },
  requestPhoneCode: {
    document: `mutation { requestPhoneCode(purpose: SIGN_IN, phone: "13800000000") }`,
    refused: ofAll("SMS_OFF"),
  },
  loginByPhone: {
    document: `mutation { loginByPhone(input: ${PHONE_CODE}) { expiresAt } }`,
    refused: ofAll("SMS_OFF"),
  },
  bindPhone: {
    document: `mutation { bindPhone(input: ${PHONE_CODE}) { id } }`,
    refused: { ...ofAll("SMS_OFF"), ...LOGIN },
  },
  // Nobody here has a password, without which the number stays.
  removePhone: { document: `mutation { removePhone { id } }`, refused: { ...ofAll("FORBIDDEN"), ...LOGIN } },
  proveByPhone: {
    document: `mutation { proveByPhone(request: "made-up", code: "123456") }`,
    refused: { ...ofAll("PHONE_UNKNOWN"), ...LOGIN },
  },
  resetPasswordByPhone: {
    document: `mutation {
      resetPasswordByPhone(input: {request: "made-up", phone: "13800000000", code: "123456", password: "a quiet harbour"})
    }`,
    refused: ofAll("SMS_OFF"),
  },
  beginIdentityLogin: {
    document: `mutation { beginIdentityLogin(providerId: "999") }`,
    refused: ofAll("NOT_FOUND"),
  },
  beginIdentityConnection: {
    document: `mutation { beginIdentityConnection(providerId: "999") }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  loginByIdentity: {
    document: `mutation { loginByIdentity { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  linkIdentity: {
    document: `mutation { linkIdentity(input: { password: "made-up" }) { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  registerByIdentity: {
    document: `mutation { registerByIdentity(input: { username: "a", nickname: "a" }) { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  reportPluginFault: {
    document: `mutation {
      reportPluginFault(input: { pluginId: "999", version: "1.0.0", place: "x", message: "x", stack: "" })
    }`,
  },
  reportPluginTimes: {
    document: `mutation { reportPluginTimes(times: [{ pluginId: "999", loadMs: 1, renderMs: 1 }]) }`,
  },
  mutatePlugin: {
    document: `mutation { mutatePlugin(input: { plugin: "none", document: "mutation { a }" }) }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  connectIdentity: {
    document: `mutation { connectIdentity }`,
    refused: { ...ofAll("IDENTITY_EXPIRED"), ...LOGIN },
  },
  removeIdentity: {
    document: `mutation { removeIdentity(identityId: "999") }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  beginWechat: { document: `mutation { beginWechat(intent: SIGN_IN) }`, refused: ofAll("WECHAT_OFF") },
  openWechatScan: {
    document: `mutation { openWechatScan(intent: BIND) { url } }`,
    refused: ofAll("WECHAT_OFF"),
  },
  answerWechatScan: {
    document: `mutation { answerWechatScan(scan: "made-up", isApproved: true) }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  loginByWechat: {
    document: `mutation { loginByWechat { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  registerByWechat: {
    document: `mutation { registerByWechat(input: {}) { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  linkWechat: {
    document: `mutation { linkWechat(input: { username: "a", password: "made-up" }) { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  linkWechatByPhone: {
    document: `mutation { linkWechatByPhone(input: ${PHONE_CODE}) { expiresAt } }`,
    refused: ofAll("IDENTITY_EXPIRED"),
  },
  loginByMiniProgram: {
    document: `mutation { loginByMiniProgram(input: { code: "made-up" }) { ticket } }`,
    refused: ofAll("WECHAT_OFF"),
  },
  connectWechat: {
    document: `mutation { connectWechat }`,
    refused: { ...ofAll("IDENTITY_EXPIRED"), ...LOGIN },
  },
  // Nobody here has a password, without which it stays.
  removeWechat: { document: `mutation { removeWechat }`, refused: { ...ofAll("FORBIDDEN"), ...LOGIN } },
  saveIdentityProvider: {
    document: `mutation {
      saveIdentityProvider(input: { label: "", issuer: "", clientId: "", clientSecret: "" }) { id }
    }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "INVALID_PARAMETER" },
  },
  deleteIdentityProvider: {
    document: `mutation { deleteIdentityProvider(providerId: "999") }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  removeUserSecondFactor: {
    document: `mutation { removeUserSecondFactor(userId: "999999") }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  createWebhook: {
    document: `mutation { createWebhook(url: "https://hooks.example.org/", events: []) { secret } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "INVALID_PARAMETER" },
  },
  editWebhook: {
    document: `mutation { editWebhook(webhookId: "999", url: "https://hooks.example.org/", events: []) { id } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  rotateWebhookSecret: {
    document: `mutation { rotateWebhookSecret(webhookId: "999") { secret } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  setWebhookEnabled: {
    document: `mutation { setWebhookEnabled(webhookId: "999", isEnabled: true) { id } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  deleteWebhook: {
    document: `mutation { deleteWebhook(webhookId: "999") }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  testWebhook: {
    document: `mutation { testWebhook(webhookId: "999") { id } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  replayWebhookCall: {
    document: `mutation { replayWebhookCall(callId: "999") { id } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  createAccessToken: {
    document: `mutation { createAccessToken(input: { name: "Bot", areas: [FORUM] }) { secret } }`,
    refused: LOGIN,
  },
  createApplicationToken: {
    document: `mutation ($id: ID!) { createApplicationToken(input: { name: "Bot", areas: [FORUM], userId: $id }) { secret } }`,
    variables: ({ other }) => ({ id: other.id }),
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  createOAuthApplication: {
    document: `mutation { createOAuthApplication(input: { name: "App", redirectUris: ["https://app.example.org/"] }) { secret } }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "ok" },
  },
  deleteOAuthApplication: {
    document: `mutation { deleteOAuthApplication(applicationId: "999") }`,
    refused: { ...ofAll("FORBIDDEN"), ...LOGIN, admin: "NOT_FOUND" },
  },
  answerAuthorizationRequest: {
    document: `mutation { answerAuthorizationRequest(id: "none", isAllowed: true) }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  rotateAccessToken: {
    document: `mutation { rotateAccessToken(tokenId: "999") { secret } }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  revokeAccessToken: {
    document: `mutation { revokeAccessToken(tokenId: "999") }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  beginPasskeyLogin: { document: `mutation { beginPasskeyLogin }`, refused: ofAll("PASSKEYS_OFF") },
  loginByPasskey: {
    document: `mutation { loginByPasskey(answer: "{}") { expiresAt } }`,
    refused: ofAll("PASSKEYS_OFF"),
  },
  beginPasskeyProof: {
    document: `mutation { beginPasskeyProof }`,
    refused: { ...ofAll("PASSKEYS_OFF"), ...LOGIN },
  },
  proveByPasskey: {
    document: `mutation { proveByPasskey(answer: "{}") }`,
    refused: { ...ofAll("PASSKEYS_OFF"), ...LOGIN },
  },
  beginPasskey: {
    document: `mutation { beginPasskey }`,
    refused: { ...ofAll("PASSKEYS_OFF"), ...LOGIN },
  },
  addPasskey: {
    document: `mutation { addPasskey(name: "Phone", answer: "{}") { id } }`,
    refused: { ...ofAll("PASSKEYS_OFF"), ...LOGIN },
  },
  renamePasskey: {
    document: `mutation { renamePasskey(passkeyId: "999", name: "Phone") { id } }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  removePasskey: {
    document: `mutation { removePasskey(passkeyId: "999") }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  beginSecondFactor: { document: `mutation { beginSecondFactor { uri } }`, refused: LOGIN },
  confirmSecondFactor: {
    document: `mutation { confirmSecondFactor(code: "made-up") }`,
    refused: { ...ofAll("SECOND_FACTOR_WRONG"), ...LOGIN },
  },
  renewRecoveryCodes: {
    document: `mutation { renewRecoveryCodes }`,
    refused: { ...ofAll("NOT_FOUND"), ...LOGIN },
  },
  removeSecondFactor: { document: `mutation { removeSecondFactor }`, refused: LOGIN },
  savePrivacy: {
    document: `mutation { savePrivacy(input: {messagesFrom: EVERYONE}) { id } }`,
    refused: LOGIN,
  },
  proveIdentity: {
    document: `mutation { proveIdentity(password: "nobody's") }`,
    refused: { ...ofAll("PASSWORD_WRONG"), ...LOGIN },
  },
  changePassword: {
    document: `mutation { changePassword(password: "short") { expiresAt } }`,
    refused: { ...ofAll("PASSWORD_TOO_SHORT"), ...LOGIN },
  },
  changeUsername: {
    document: `mutation { changeUsername(username: "a b") { id } }`,
    refused: { ...ofAll("INVALID_PARAMETER"), ...LOGIN },
  },
  closeAccount: { document: `mutation { closeAccount }`, refused: LOGIN },
  revokeOtherSessions: { document: `mutation { revokeOtherSessions }`, refused: LOGIN },
  dismissWelcome: { document: `mutation { dismissWelcome { id } }`, refused: LOGIN },
  resetPassword: {
    document: `mutation { resetPassword(token: "made.up", password: "a quiet harbour") }`,
    refused: ofAll("LINK_INVALID"),
  },
};
