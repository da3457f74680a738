/**
 * Rules of who may read each field once its object may be read:
 * public – whoever sees the object; viewer – says something of the viewer alone; admin – only for administrators; self – only of oneself (and, where
 * noted in the schema, for administrators); anonymity – hides the author of what is anonymous; text – hidden with what
 * is deleted or waits for approval; editors – for those who may edit; moderators – for who reported it and for those who decide about it.
 */
export type Rule = "admin" | "public" | "viewer" | "self" | "anonymity" | "text" | "editors" | "moderators";

const RULES: Readonly<Record<string, Partial<Record<Rule, string>>>> = {
  Site: {
    public:
      "name title keywords introduction favicon logo headerLogo backgroundImage stat record recordCode version isRegister closed closeMessage mode registerNeedsReview registerNeedsInvitation asksSignInFields agreements passwordLength passwordKinds price switchedOff sendsMail signInModes registerEmail countThreads countPosts countUsers needsSetup upload owner foundedAt reactions pluginPlaces pluginData",
    viewer:
      "viewerGroup viewerPermissions canViewThreads viewerCanPublish viewerCanInsertImage viewerCanInsertAttachment viewerCanInsertVideo viewerCanInsertAudio viewerCanInsertPosition viewerCanInsertPay viewerCanInsertRedPacket viewerCanInsertReward viewerCanInsertVote viewerCanInsertGoods onlookerCents viewerCanPostAnonymously viewerCanAdminister viewerCanReview",
  },
  Silence: { self: "until reason message" },
  Wallet: { self: "id balanceCents frozenCents hasPayPassword" },
  JoinTerms: { public: "priceCents days offersGroups viewerMustJoin viewerCanRenew viewerEndsAt" },
  Order: {
    self: "id kind state method amountCents days createdAt expiresAt paidAt thread group buyer",
    admin: "siteCents inviter inviterCents",
  },
  Invitation: {
    self: "id code path state isOfficial maxUses useCount createdAt expiresAt revokedAt groupName inviter",
  },
  InvitationOverview: {
    self: "path needsCode viewerCanCreate inviteeCount earnedCents sharePercent sharesIncome sharesJoining",
  },
  InvitationOrigin: { admin: "inviter code acceptedAt sharePercent sharesJoining sharesIncome" },
  InvitationPreview: { public: "code inviterName groupName isOfficial" },
  Invitee: { self: "id user acceptedAt earnedCents sharePercent sharesIncome sharesJoining" },
  WalletEntry: { self: "id kind memo balanceChangeCents frozenChangeCents createdAt user", admin: "actor" },
  AccentColors: { admin: "accent hover soft text" },
  AccentPreview: { admin: "contrast dark isLegible light nearest" },
  LaunchStep: { admin: "isDone key" },
  OnlineMembers: { admin: "count members withinMinutes" },
  SiteHealth: {
    admin:
      "backupAt backupBytes backupFailedAt backupProvenAt database databaseBytes diskBytes failed freeBytes online queued sendsMail version",
  },
  FinanceOverview: {
    admin:
      "incomeCents withdrawnCents walletCents profitCents feeCents royaltyCents registrationCents groupCents orderCount",
  },
  FinanceStep: { admin: "from until orderCount incomeCents withdrawnCents profitCents" },
  FinanceEntry: { admin: "id kind reference amountCents createdAt user" },
  FundsOverview: { admin: "balanceCents frozenCents adjustedCents checkedAt violations" },
  ProcessOverview: { admin: "together notShared" },
  ServerProcess: { admin: "host pid startedAt isCurrent" },
  UploadLimits: {
    public: "imageExtensions fileExtensions mediaExtensions maxBytes maxMediaBytes maxPerThread",
  },
  Category: {
    public: "id name description icon color displayColor sort parentId threadCount children pluginData",
    viewer: "viewerCanPublish viewerWatchLevel",
  },
  Group: {
    public:
      "id name color icon isDisplay isDefault type isPaid isForSale fee days level scale isSubordinate isCommission description notice timeRange contentRange canBeLevel",
    admin: "permissions memberCount",
  },
  User: {
    public:
      "id nickname avatarUrl backgroundUrl signature threadCount postCount likedCount followCount fansCount createdAt group threads posts relations isBanned lastSeenOn activity badges pluginData",
    self: "username listDensity status statusReason viewerCannotReason groupExpiresAt lastSeenAt bannedUntil silence watches watchesReplied email phone emailVerifiedAt pendingEmail emailSuppressedAt wallet walletEntries notificationPreferences noticePreferences isNew usernameChangesLeft hasPassword hasSecondFactor needsSecondFactor recoveryCodesLeft closesAt messagesFrom followsFrom",
    viewer:
      "viewerWatchLevel follow followState isDeny viewerCanFollow viewerCanBlock viewerCanEdit viewerCanRemark viewerCanSilence viewerCanBan viewerCanViewFollows",
    moderators: "remarks warningCount level",
    admin: "deletableCount invitedBy",
  },
  SignInProvider: { public: "id label color" },
  PendingIdentity: { self: "email label name step" },
  Webhook: { admin: "id url events isEnabled offReason previousUntil createdAt failingSince" },
  IssuedWebhook: { admin: "webhook secret" },
  WebhookCall: {
    admin: "id eventId event payload state attempts status problem createdAt dueAt calledAt",
  },
  Change: { public: "id kind threadId postId at thread post" },
  ChangeEvent: { public: "cursor change" },
  AccessToken: {
    self: "id kind name mayWrite areas permissions categoryIds addressRanges createdAt expiresAt lastUsedAt overlapEndsAt user",
  },
  OAuthApplication: { admin: "id name clientId isPublic redirectUris createdAt" },
  IssuedOAuthApplication: { admin: "application secret" },
  AuthorizationRequest: { self: "name host areas mayWrite mayKnowEmail" },
  AllowedApplication: { self: "id name areas mayWrite createdAt lastUsedAt" },
  IssuedToken: { self: "token secret" },
  Passkey: { self: "id name isBackedUp createdAt lastUsedAt" },
  WechatWays: { public: "official openPlatform hasLanding isEmulated" },
  PendingWechat: { self: "step intent nickname account mayRegister mayUsePhone" },
  WechatScan: { self: "url expiresAt" },
  ScannedCode: { self: "intent state userAgent place account nickname" },
  BoundWechat: { self: "nickname createdAt" },
  MiniProgramLogin: { self: "session ticket" },
  ConnectedIdentity: { self: "id provider email createdAt" },
  IdentityProvider: {
    admin: "id label issuer clientId hasSecret scopes color isEnabled mayRegister needsVerifiedEmail",
  },
  ActivityDay: { public: "day threads posts" },
  Badge: { public: "id nameZh nameEn icon counter threshold isEnabled", admin: "holderCount" },
  Level: {
    public:
      "id position isEnabled group daysJoined daysVisited postsRead repliesWritten likesReceived likesGiven daysClean graceDays",
    admin: "memberCount",
  },
  LevelTrial: { admin: "memberCount levels token expiresAt" },
  LevelTrialRow: { admin: "group memberCount gainCount loseCount qualifyingCount gaining losing" },
  UserLevel: {
    moderators: "level reachedAt endsAt next facts override overrideLevel reason levels viewerCanSet",
  },
  UserLevelFact: { moderators: "fact actual neededToKeep neededForNext" },
  ActivePlugin: {
    public:
      "id name appid version type tier label viewerCanInsert authorName authorEmail capabilities settings codeUrl styleUrl views reportsUse",
  },
  SamplePlugin: { admin: "name label description version isInstalled" },
  PluginView: { public: "part target hookName platform path height" },
  Plugin: {
    admin:
      "id name appid version tier isEnabled sort hasData brokenAt installedAt label description authorName capabilities views settingFields health faults costs",
  },
  PluginFault: { admin: "id place message stack createdAt" },
  PluginHealth: { admin: "count lastAt" },
  PluginSettingField: { admin: "key kind label value isSet choices" },
  ImportPage: { admin: "obstacle sources filesFolder siteFolders upload run mapping canStart" },
  ImportMapping: { admin: "version groups categories" },
  ImportGroup: { admin: "id name members isPreset isTarget to grants" },
  ImportCategory: { admin: "id name parentId threads to newReaders" },
  ImportSourceOption: { admin: "source takesConnection takesFile" },
  ImportUpload: { admin: "name bytes" },
  ImportRun: {
    admin: "phase source startedAt step problem counts remarks losses money administrators hasReport",
  },
  ImportCount: { admin: "name count" },
  ImportMoney: { admin: "sourceCents openedCents refusedCents differences" },
  PluginConflict: { admin: "place plugins shown" },
  PluginCost: { admin: "handler calls errors averageMs slowestMs" },
  PluginChoice: { admin: "value label" },
  EarnedBadge: { public: "badge awardedAt" },
  CheckInState: { self: "checkedIn streak longest total" },
  UserRemark: { moderators: "id kind body threadId postId createdAt author viewerCanDelete" },
  Attachment: { public: "id fileName fileSize mimeType isImage url thumbUrl posterUrl width height" },
  Position: { public: "longitude latitude address location" },
  Thread: {
    public:
      "id title hasGoods priceCents freePercent attachmentPriceCents paidAttachmentCount isAnonymous category types postCount lastNumber viewCount likeCount reactions reactors favoriteCount createdAt editedAt lastPostedAt isSticky stickyUntil lockedAt lockReason closesAt closesAfterDays slowModeSeconds solutionNumber isEssence isDeleted approval heldBecause revisionCount posts tips hasRedPacket redPacket hasBounty bounty hasQuestion question hasPoll pluginData",
    text: "body bodyHtml excerpt images attachments position topics poll goods events linkPreviews",
    anonymity: "author lastPostedBy participants",
    editors: "revisions",
    viewer:
      "viewerReadsAll viewerGetsAttachments viewerOrder lockedCharacterCount buyerCount viewerHasLiked viewerReaction viewerHasFavorited viewerCanLike viewerCanFavorite viewerCanReply viewerMayReplyAt viewerCanEdit viewerCanDelete viewerCanRestore viewerCanSetSticky viewerCanSetEssence viewerCanApprove viewerCanLock viewerCanAcceptAnswer viewerCanMove viewerCanMakePoster viewerWatchLevel viewerLastReadNumber viewerUnreadCount",
  },
  ThreadEvent: {
    public: "id kind createdAt reason fromCategory toCategory until seconds title",
    anonymity: "actor",
  },
  LinkPreview: { public: "url title description siteName imageUrl imageWidth imageHeight embed" },
  LinkPlayer: { public: "kind url width height" },
  ThreadTips: { public: "isOpen memberCount members", viewer: "viewerCanTip" },
  RedPacket: {
    public:
      "id rule claimBy likesNeeded totalCents remainingCents shareCount claimedCount state createdAt expiresAt claims",
    viewer: "viewerShareCents",
  },
  Bounty: {
    public: "id rest totalCents remainingCents giftCount state createdAt endsAt gifts",
    viewer: "viewerCanGive",
  },
  Question: {
    public:
      "id amountCents onlookerCents onlookerCount state createdAt endsAt answeredAt answerer answerHtml",
    viewer: "viewerCanAnswer viewerReadsAnswer",
  },
  Poll: {
    public: "id title kind isSecret resultsVisible endsAt isOpen options",
    viewer: "voterCount winnerIds rounds myOptionIds viewerCanVote viewerCanClose viewerCanEdit",
  },
  PollOption: { public: "id text", viewer: "voteCount" },
  PollRound: { viewer: "optionIds voteCounts eliminatedIds" },
  PollVoter: { viewer: "optionIds votedAt user" },
  BountyGift: { public: "sequence amountCents isShared createdAt postNumber user" },
  RedPacketShare: { public: "sequence amountCents claimedAt user" },
  Payment: {
    self: "id number provider state amountCents currency outcome redirectUrl qrText wechatRequest refundReason createdAt expiresAt paidAt refundedAt order user",
    admin: "problem",
  },
  WechatPayRequest: { self: "appId timeStamp nonceStr package signType paySign" },
  UpgradeTerms: { self: "id offers times" },
  GroupOffer: { public: "group", viewer: "viewerAction" },
  GroupTime: { self: "group startsAt endsAt" },
  TopUpTerms: { self: "id providers leastCents mostCents", viewer: "viewerCanTopUp" },
  Withdrawal: { self: "id amountCents feeCents receiveAccount state note createdAt decidedAt user" },
  WithdrawalTerms: { self: "feeBps leastCents leftTodayCents mostCents nextAt", viewer: "viewerCanWithdraw" },
  Topic: {
    public: "id name viewCount createdAt isRecommended isDeleted",
    viewer: "threadCount viewerWatchLevel",
    admin: "mergedInto",
  },
  Agreement: { public: "kind bodyHtml" },
  SwitchedOff: { public: "feature platform" },
  Revision: { editors: "id title body editor createdAt" },
  Post: {
    public:
      "id number threadId thread parentId createdAt editedAt likeCount reactions reactors commentCount bountyCents isDeleted approval isThreadAuthor firstComments comments pluginData",
    text: "body bodyHtml attachments linkPreviews",
    anonymity: "author replyTo isAnonymous",
    viewer:
      "viewerHasLiked viewerReaction viewerCanLike viewerCanEdit viewerCanDelete viewerCanRestore viewerCanApprove",
  },
  PostPlace: { public: "threadId number" },
  ReactionCount: { public: "emoji count" },
  Reactor: { public: "user emoji" },
  PageMarks: { public: "threads posts categories" },
  SearchCounts: { public: "threads replies members topics" },
  SearchPart: { public: "operator value isTitle isKnown rest" },
  SearchHit: {
    public: "kind thread post user topic pluginData",
    text: "snippet titleMarks snippetMarks",
  },
  Report: {
    moderators:
      "id reason detail status createdAt updatedAt handledAt reporter thread post user messageId handledBy",
  },
  ReportedMessage: { moderators: "id body createdAt isReported isRemoved hasPicture author picture" },
  ReviewItem: {
    moderators:
      "key kind createdAt thread post report stopWords claimedBy claimedUntil heldBecause spamScore spamSigns contentCheck reportScore reportWeight",
  },
  ContentCheck: { moderators: "state service verdict findings" },
  ContentCheckFinding: { moderators: "label detail score words isPicture" },
  ContentCheckTrial: { admin: "service verdict findings problem durationMs" },
  ReportScore: { moderators: "score count newcomers" },
  ReportWeight: { moderators: "points basis upheld dismissed" },
  SpamSign: { moderators: "kind points count" },
  ReviewCounts: { moderators: "threads posts reports members" },
  FruitlessSearchText: { admin: "words askerCount lastDay" },
  StatisticsStep: { admin: "from threads posts members activeMembers" },
  Bookmark: { self: "id createdAt note remindAt folder thread" },
  SavedSearch: {
    self: "id name query filter withinDays notifies newThreadCount newReplyCount newCount isBroken createdAt",
  },
  SavedSearchFilter: {
    self: "categoryId authorId threadId writtenFrom writtenBefore titleOnly hasPicture hasFile hasPoll isPaid hasBounty hasRedPacket solved phrases without",
  },
  BookmarkFolder: { self: "id name bookmarkCount" },
  Draft: {
    self: "id threadId categoryId title body isAnonymous priceCents freePercent attachmentPriceCents gifts attachments version updatedAt publishAt problem position",
  },
  DraftProblem: { self: "code message" },
  DraftGifts: { self: "redPacket bounty question poll goods" },
  DraftRedPacket: { self: "rule claimBy amount count likes" },
  DraftBounty: { self: "amount days rest" },
  Goods: { public: "id title url priceCents shopName image" },
  DraftGoods: { self: "title url price shopName imageId imageUrl" },
  DraftPoll: { self: "title options kind isSecret resultsVisible endsAt" },
  DraftQuestion: { self: "nickname userId amount hasOnlookers" },
  SessionInfo: { self: "id client userAgent place createdAt lastSeenAt isCurrent" },
  PushDevice: { self: "id userAgent createdAt lastUsedAt isCurrent" },
  Session: { self: "viewer accessToken expiresAt isReopened" },
  PasswordReset: { self: "nickname" },
  SecondFactorSetup: { self: "secret uri" },
  PermissionKey: { public: "key label isOffered isForVisitors" },
  Setting: {
    viewer:
      "tag key section kind label help value initial isChanged isSecret isOpen isKept choices least most maxLength warning withheldReason withheldValues",
  },
  StatisticsScript: { admin: "services hosts proposal" },
  StatisticsHost: { admin: "origin isAllowed" },
  SettingChange: { admin: "tag key label before after" },
  StopWord: { admin: "id find replacement ugc username signature dialog nickname createdAt updatedAt" },
  StopWordChanges: { admin: "batchId words" },
  StopWordImport: { admin: "created updated unique batchId" },
  StopWordBatch: { admin: "id actorId action wordCount createdAt undoneAt undoneById" },
  GroupDeletion: { admin: "id actorId names memberCount createdAt undoneAt undoneById" },
  StopWordVerdict: { admin: "action text words" },
  StopWordUse: { admin: "word hits replaced heldBack refused lastAt" },
  StopWordTrial: { admin: "looked lastId words dropped findings" },
  StopWordFinding: { admin: "word action field count texts examples" },
  StopWordExample: { admin: "before found after threadId postId number userId" },
  SignInField: { public: "id name type kind fieldsExt choices fieldsDesc sort status state required" },
  SignInAnswer: {
    self: "id userId name type kind fieldsExt text chosen files fieldsDesc remark sort status state required",
  },
  SignInAnswerFile: { self: "id name url" },
  ModerationBatch: {
    moderators:
      "id actorId actor action reason createdAt undoneAt undoneById threadCount threadIds postCount user",
  },
  NotificationText: { admin: "zh en" },
  NotificationWording: { admin: "enabled title body providerTemplateId delaySeconds" },
  NotificationTemplate: {
    admin: "channel wording preset isChanged changedAt changedBy titleMax bodyMax isMultiline needsProvider",
  },
  NotificationVariable: { admin: "name description sample aliases" },
  NotificationTemplates: { admin: "kind name topic templates variables" },
  NotificationPreview: { admin: "title body unknownVariables titleProblem bodyProblem" },
  NotificationTemplateChange: { admin: "kind channel name before after" },
  NotificationTemplateSave: { admin: "id actor createdAt undoOfId canUndo changes" },
  SettingSave: { admin: "id actorId createdAt undoOfId canUndo changes" },
  AuditEntry: {
    admin: "id createdAt actorId actorName targetName action target before after reason requestId address",
  },
  AuditVerification: { admin: "intact entries brokenAt head" },
  Notification: {
    self: "id type kind entry why topic times createdAt isRead text excerpt actors thread post draftId roomId savedSearchId watched",
  },
  Watch: { self: "id target targetId level changedAt thread category user member topic" },
  NotificationPreferences: {
    self: "rows availableChannels digest mutedUntil showText locale emailDelayMinutes",
  },
  NotificationPreferenceRow: { self: "topic channels" },
  NotificationDispatch: {
    admin: "id channel kind state attempts dueAt createdAt doneAt error recipient receiver address",
  },
  TestNotificationResult: { admin: "sent channel error address title text" },
  NotificationsChanged: { self: "count changedIds markedAt unreadCounts" },
  Dialog: { self: "id unread peer lastMessage peerReadUpTo refusal messages" },
  Message: { self: "id body createdAt isMine isRemoved isFromBlocked roomEvent author picture" },
  Room: {
    self: "id name memberCount state isMuted unread invitedAt createdAt owner invitedBy newestMessageId lastMessage members refusal messages",
  },
  RoomSeat: { self: "state isOwner readUpTo joinedAt user" },
  RoomEvent: { self: "kind name user" },
  UnreadCounts: { self: "total dialogMessage account financial thread" },
  PermissionAnswer: { viewer: "permission allowed reason" },
};

/** Every field of every object type, as `Type.field`, with its rule. A field that is not here fails the test. */
export const FIELDS: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(RULES).flatMap(([type, rules]) =>
    Object.entries(rules).flatMap(([rule, names]) =>
      names.split(" ").map((name) => [`${type}.${name}`, rule as Rule]),
    ),
  ),
);
