/** Parts of the program that tokens may be for. */
export enum TokenArea {
  /** Threads, replies, categories, topics, members and moderation, as far as permissions go. */
  FORUM = "FORUM",
  /** The member's own profile, follows, watches and notifications. */
  ACCOUNT = "ACCOUNT",
  /** Private messages. */
  MESSAGES = "MESSAGES",
  /** Everything that only administrators may. */
  ADMINISTRATION = "ADMINISTRATION",
}

/** Words of a text that is cut at blanks. */
const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Commands that tokens may run, by area. What is not here no token may: signing in, passwords and second factors, money,
 * plugins, and tokens themselves.
 */
export const COMMANDS_OF_AREAS: Readonly<Record<TokenArea, readonly string[]>> = {
  [TokenArea.FORUM]: words(`
    addMemberNote answerQuestion beginUpload cancelUpload claimReviews closePoll continueUpload decideReview deleteDraft deletePost deleteThread
    deleteUserRemark editPoll editPost editThread forgetLinkPreview handleReport markThreadRead mergeThreads moderateThreads publishScheduledThread publishThread replyToThread reportContent
    rescheduleThread restoreLinkPreview restorePost restoreThread saveDraft scheduleThread setPostApproval setPostLiked setPostReaction setSolution setThreadApproval
    setMemberLevel setThreadClosing setThreadEssence setThreadFavorite setThreadLiked setThreadLocked setThreadReaction setThreadSlowMode
    setThreadSticky splitThread
    undoModeration undoReview uploadAttachment setVideoPoster voteInPoll warnUser`),
  [TokenArea.ACCOUNT]: words(`
    blockUser checkIn createBookmarkFolder deleteBookmarkFolder deleteNotifications deleteSavedSearch followUser markNotificationsRead
    markNotificationsUnread openSavedSearch orderBookmarkFolders removeBookmark removeFan renameBookmarkFolder restoreNotifications
    saveNotificationPreferences savePrivacy saveSearch setBookmark setListDensity setWatchLevel setWatchReplied
    unblockUser unfollowUser updateProfile updateSavedSearch`),
  [TokenArea.MESSAGES]: words(`
    answerRoomInvitation createRoom deleteDialog giveRoom inviteToRoom leaveRoom markDialogRead markRoomRead muteRoom
    removeFromRoom renameRoom reportMessage sendMessage sendRoomMessage`),
  [TokenArea.ADMINISTRATION]: words(`
    changeStopWords createCategory createGroup deleteCategory deleteGroups deleteSiteImage deleteStopWords deleteTopic
    importStopWords mergeTopic resetNotificationTemplate restoreTopic retryNotificationDispatch reviewSignInField
    saveBadge saveLevels saveNotificationTemplates saveSettings saveSignInFields sendTestNotification setGroupPermissions
    setSiteImage setTopicRecommended setUserGroup setUserStatus tryLevels tryStopWords undoGroupDeletion
    tryContentCheck undoNotificationTemplates undoSettings undoStopWords unmergeTopic updateCategory updateGroups updateStopWord`),
};

/** Queries that tokens may ask, by area. */
export const QUERIES_OF_AREAS: Readonly<Record<TokenArea, readonly string[]>> = {
  [TokenArea.FORUM]: words(`
    activePlugins activeUsers agreement badges categories category changes draft drafts groups mentionCandidates
    moderationBatches movedPost newThreadCount node nodes pageMarks permissionKeys pinnedThreads pollVoters post posts reports reviewCounts
    reviewQueue search searchCounts searchParts site statisticsScript thread threads topic topicCandidates topics user users
    viewer`),
  [TokenArea.ACCOUNT]: words(
    `blockedUsers bookmark bookmarkFolders bookmarks checkInState mySavedSearches notifications unreadCounts`,
  ),
  [TokenArea.MESSAGES]: words(`dialog dialogs room rooms`),
  [TokenArea.ADMINISTRATION]: words(`
    accentPreview auditLog auditVerification fruitlessSearches groupDeletions launchSteps levels managedTopics members notificationDispatches
    notificationTemplate notificationTemplateSaves notificationTemplates permissionAnswer previewNotification
    processOverview settingSaves settings signInAnswers signInFields siteHealth statistics stopWordBatches
    stopWordExport stopWordTest stopWordUses stopWords webhookCalls webhooks`),
};

/** Fields of members that say something of the account, for tokens of these areas alone. */
export const FIELDS_OF_ACCOUNTS: ReadonlySet<string> = new Set(
  words(`
    statusReason groupExpiresAt lastSeenAt bannedUntil silence watches watchesReplied email phone emailVerifiedAt pendingEmail
    emailSuppressedAt notificationPreferences usernameChangesLeft hasPassword hasSecondFactor needsSecondFactor recoveryCodesLeft
    closesAt messagesFrom followsFrom`).map((name) => `User.${name}`),
);

/** Fields of members that no token reads: money. */
export const FIELDS_OF_NOBODY: ReadonlySet<string> = new Set(["User.wallet", "User.walletEntries"]);

/** Calls of the legacy API that tokens may make, by area; their commands are checked as well. */
export const CALLS_OF_AREAS: Readonly<Record<TokenArea, readonly string[]>> = {
  [TokenArea.FORUM]: [
    "GET /api/group.resource.v2",
    "GET /api/groups.list.v2",
    "GET /api/siteinfo.v2",
    "GET /api/v3/categories",
    "GET /api/v3/categories.thread",
    "GET /api/v3/check.user.get.redpacket",
    "GET /api/v3/emoji",
    "GET /api/v3/forum",
    "GET /api/v3/plugin/list",
    "GET /api/v3/posts.detail",
    "GET /api/v3/posts.list",
    "GET /api/v3/posts.reply",
    "GET /api/v3/thread.detail",
    "GET /api/v3/thread.likedusers",
    "GET /api/v3/thread.list",
    "GET /api/v3/thread.recommends",
    "GET /api/v3/thread.stick",
    "GET /api/v3/thread.typelist",
    "GET /api/v3/tom.permissions",
    "GET /api/v3/topics.list",
    "GET /api/v3/users.list",
    "GET /api/v3/view.count",
    "POST /api/v3/attachments",
    "POST /api/v3/posts.create",
    "POST /api/v3/posts.update",
    "POST /api/v3/reports",
    "POST /api/v3/thread.create",
    "POST /api/v3/thread.delete",
    "POST /api/v3/thread.update",
    "POST /api/v3/threads/operate",
  ],
  [TokenArea.ACCOUNT]: [
    "GET /api/unreadnotification.v2",
    "GET /api/v3/follow.list",
    "GET /api/v3/notification",
    "GET /api/v3/unreadnotification",
    "GET /api/v3/user",
    "GET /api/v3/users/deny.list",
    "POST /api/v3/follow.create",
    "POST /api/v3/follow.delete",
    "POST /api/v3/notification.delete",
    "POST /api/v3/users/avatar",
    "POST /api/v3/users/background",
    "POST /api/v3/users/deny.create",
    "POST /api/v3/users/deny.delete",
    "POST /api/v3/users/update.user",
  ],
  [TokenArea.MESSAGES]: [
    "GET /api/v3/dialog",
    "GET /api/v3/dialog.record",
    "GET /api/v3/dialog/message",
    "POST /api/v3/dialog.create",
    "POST /api/v3/dialog.delete",
    "POST /api/v3/dialog.update",
    "POST /api/v3/dialog/message.create",
  ],
  [TokenArea.ADMINISTRATION]: [
    "DELETE /api/stop-words.v2",
    "GET /api/admin/signinfields.list.v2",
    "GET /api/admin/signinfields.resource.v2",
    "GET /api/backAdmin/notification/tpl",
    "GET /api/notification.v2/tpl",
    "GET /api/notification.v2/tpl/detail",
    "GET /api/settings.v2",
    "GET /api/stop-words.v2",
    "GET /api/user/signinfields.list.v2",
    "POST /api/admin/signinfields.create.v2",
    "POST /api/admin/signinfields.update.v2",
    "POST /api/backAdmin/notification/tpl/update",
    "POST /api/groups.batchdelete.v2",
    "POST /api/groups.create.v2",
    "POST /api/groups/batchupdate.v2",
    "POST /api/permission.v2",
    "POST /api/settings.v2",
    "POST /api/settings/delete.logo.v2",
    "POST /api/settings/logo.v2",
    "POST /api/stop-words/batch.v2",
  ],
};
