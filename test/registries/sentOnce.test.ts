import { readdirSync, readFileSync } from "node:fs";
import { Kind, OperationTypeNode, parse } from "graphql";
import { expect, test } from "vitest";
import { CREATING } from "../../client/apollo/creating.ts";
import { keyUseOf } from "../../server/features/idempotency/creating.ts";

/**
 * Mutations of the client that may run twice without harm: they set a state, end something, or are refused the second
 * time; drafts have versions, and a plugin's calls are the plugin's own matter. What makes or sends something belongs to
 * `client/apollo/creating.ts`.
 */
const REPEATABLE = `
  addPasskey answerAuthorizationRequest answerRoomInvitation answerWechatScan banUser beginIdentityConnection
  beginIdentityLogin beginPasskey beginPasskeyLogin beginPasskeyProof beginSecondFactor beginWechat bindPhone
  blockUser changePassword changeStopWords changeUsername checkImport checkIn chooseReplacement claimReviews
  closeAccount closePoll confirmSecondFactor connectIdentity connectWechat decideReview decideWithdrawal
  deleteBookmarkFolder deleteCategory deleteDialog deleteDraft deleteGroups deleteIdentityProvider
  deleteNotifications deleteOAuthApplication deletePost deleteSavedSearch deleteStopWords deleteThread deleteTopic
  deleteUserRemark deleteWebhook discardImport dismissWelcome editPoll editPost editThread editWebhook
  endUserSession endUserSessions exportPluginData followUser forgetLinkPreview giveRoom installSamplePlugin
  leaveRoom liftSilence linkIdentity linkWechat
  login loginByCode loginByIdentity loginByPasskey loginByPhone loginByWechat logout markDialogRead
  markNotificationsRead markNotificationsUnread markRoomRead markThreadRead mergeThreads mergeTopic moderateThreads
  mutatePlugin muteRoom openSavedSearch openWechatScan orderBookmarkFolders orderPlugins proveByPasskey proveByPhone
  proveIdentity readReportedMessage removeBookmark removeEmail removeFromRoom removeIdentity removePasskey
  removePhone removePushDevice removeSecondFactor removeUserSecondFactor removeWechat renameBookmarkFolder
  renamePasskey renameRoom renewRecoveryCodes reportPluginFault reportPluginTimes requestPasswordReset
  requestPhoneCode requestSignInCode rescheduleThread resetPassword resetPasswordByPhone resetUserPassword
  restoreLinkPreview restoreNotifications restorePost restoreThread restoreTopic revokeAccessToken revokeInvitation revokeOtherSessions
  revokeSession rotateAccessToken rotateWebhookSecret saveBadge saveDraft saveIdentityProvider saveImportMapping
  saveLevels saveNotificationPreferences saveNotificationTemplates savePluginSettings savePrivacy saveSearch
  saveSettings setBookmark setEmail setGroupPermissions setListDensity setMemberLevel setPayPassword
  setPluginEnabled setPostApproval setPostLiked setPostReaction setSolution setThreadApproval setThreadClosing
  setThreadEssence setThreadFavorite setThreadLiked setThreadLocked setThreadReaction setThreadSlowMode
  setThreadSticky setTopicRecommended setUserGroup setUserStatus setWatchLevel setWatchReplied setWebhookEnabled
  silenceUser startImport submitSignInFields subscribePush tryContentCheck tryLevels tryStopWords unblockUser
  undoGroupDeletion undoModeration undoNotificationTemplates undoReview undoSettings undoStopWords unfollowUser
  uninstallPlugin unmergeTopic unsubscribePush updateCategory updateGroups updateProfile updateSavedSearch
  voteInPoll`
  .trim()
  .split(/\s+/);

/** Mutations that the client sends, with the fields that they ask for. */
function mutationsOfClient(): { text: string; field: string }[] {
  return readdirSync("client", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("gql"))
    .flatMap((path) => [...readFileSync(`client/${path}`, "utf8").matchAll(/graphql\(`([^`]*)`\)/g)])
    .flatMap(([, text = ""]) => fieldsOf(text).map((field) => ({ text, field })));
}

function fieldsOf(text: string): string[] {
  return parse(text).definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION
      ? each.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
      : [],
  );
}

test("every mutation of the client that makes something goes with a key, and the server takes it", () => {
  const sent = mutationsOfClient();
  const fields = new Set(sent.map(({ field }) => field));
  expect([...fields].filter((field) => !CREATING.has(field)).sort()).toEqual(REPEATABLE);
  expect([...CREATING].filter((field) => !fields.has(field))).toEqual([]);
  const refused = sent
    .filter(({ field }) => CREATING.has(field))
    .filter(({ text }) => !["taken", "secret"].includes(keyUseOf({ query: text }, 10_000)));
  expect(refused).toEqual([]);
});

test("a mutation whose name says that it makes something is one of them", () => {
  const says =
    /^(add|create|give|import|invite|publish|register|reply|report|send|split|test|warn)(?=[A-Z]|$)/;
  const others = ["addPasskey", "giveRoom", "reportPluginFault", "reportPluginTimes"];
  expect(REPEATABLE.filter((field) => says.test(field))).toEqual(others);
});
