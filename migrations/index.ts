import { Schema1764000000001 } from "./001-schema.ts";
import { Accounts1764000000004 } from "./004-accounts.ts";
import { Lists1764000000005 } from "./005-lists.ts";
import { Moderation1764000000006 } from "./006-moderation.ts";
import { Money1764000000007 } from "./007-money.ts";
import { SignIn1764000000008 } from "./008-sign-in.ts";
import { Orders1764000000009 } from "./009-orders.ts";
import { Reactions1764000000011 } from "./011-reactions.ts";
import { Badges1764000000012 } from "./012-badges.ts";
import { Withdrawals1764000000013 } from "./013-withdrawals.ts";
import { Phones1764000000014 } from "./014-phones.ts";
import { Solutions1764000000015 } from "./015-solutions.ts";
import { RedPackets1764000000016 } from "./016-red-packets.ts";
import { Payments1764000000017 } from "./017-payments.ts";
import { Captcha1764000000018 } from "./018-captcha.ts";
import { Memberships1764000000019 } from "./019-memberships.ts";
import { OpenId1764000000020 } from "./020-openid.ts";
import { Passkeys1764000000021 } from "./021-passkeys.ts";
import { Wechat1764000000023 } from "./023-wechat.ts";
import { Invitations1764000000024 } from "./024-invitations.ts";
import { Upgrades1764000000025 } from "./025-upgrades.ts";
import { Bounties1764000000026 } from "./026-bounties.ts";
import { Questions1764000000027 } from "./027-questions.ts";
import { Plugins1764000000028 } from "./028-plugins.ts";
import { PaidAttachments1764000000030 } from "./030-paid-attachments.ts";
import { PluginOrder1764000000032 } from "./032-plugin-order.ts";
import { PluginServers1764000000033 } from "./033-plugin-servers.ts";
import { PluginKeptData1764000000034 } from "./034-plugin-kept-data.ts";
import { Tokens1764000000035 } from "./035-tokens.ts";
import { Idempotency1764000000036 } from "./036-idempotency.ts";
import { Changes1764000000037 } from "./037-changes.ts";
import { Webhooks1764000000038 } from "./038-webhooks.ts";
import { PluginSecrets1764000000041 } from "./041-plugin-secrets.ts";
import { PluginCosts1764000000042 } from "./042-plugin-costs.ts";
import { OAuth1764000000044 } from "./044-oauth.ts";
import { WechatRequests1764000000046 } from "./046-wechat-requests.ts";
import { PluginChoices1764000000047 } from "./047-plugin-choices.ts";
import { WebhookSecrets1764000000050 } from "./050-webhook-secrets.ts";
import { UserUpdates1764000000051 } from "./051-user-updates.ts";
import { IdempotencyProcesses1764000000056 } from "./056-idempotency-processes.ts";
import { ChangeHorizon1764000000057 } from "./057-change-horizon.ts";
import { DraftGifts1764000000058 } from "./058-draft-gifts.ts";
import { SearchFormat1764000000059 } from "./059-search-format.ts";
import { HiddenNotifications1764000000060 } from "./060-hidden-notifications.ts";
import { ForeignPasswords1764000000061 } from "./061-foreign-passwords.ts";
import { OldAddresses1764000000062 } from "./062-old-addresses.ts";
import { Imports1764000000063 } from "./063-imports.ts";
import { Polls1764000000064 } from "./064-polls.ts";
import { FruitlessSearches1764000000065 } from "./065-fruitless-searches.ts";
import { ThreadTiming1764000000066 } from "./066-thread-timing.ts";
import { Scheduled1764000000067 } from "./067-scheduled.ts";
import { Bookmarks1764000000068 } from "./068-bookmarks.ts";
import { LinkPreviews1764000000069 } from "./069-link-previews.ts";
import { SavedSearches1764000000070 } from "./070-saved-searches.ts";
import { Rooms1764000000071 } from "./071-rooms.ts";
import { Levels1764000000072 } from "./072-levels.ts";
import { Spam1764000000073 } from "./073-spam.ts";
import { ContentChecks1764000000074 } from "./074-content-checks.ts";
import { ThreadEvents1764000000075 } from "./075-thread-events.ts";
import { Silence1764000000076 } from "./076-silence.ts";
import { Goods1764000000077 } from "./077-goods.ts";
import { LinkPlayers1764000000079 } from "./079-link-players.ts";
import { ForgottenPreviews1764000000080 } from "./080-forgotten-previews.ts";

/** Every change of the schema, in order; one list for both engines. Released entries are never edited. */
export const migrations = [
  Schema1764000000001,
  Accounts1764000000004,
  Lists1764000000005,
  Moderation1764000000006,
  Money1764000000007,
  SignIn1764000000008,
  Orders1764000000009,
  Reactions1764000000011,
  Badges1764000000012,
  Withdrawals1764000000013,
  Phones1764000000014,
  Solutions1764000000015,
  RedPackets1764000000016,
  Payments1764000000017,
  Captcha1764000000018,
  Memberships1764000000019,
  OpenId1764000000020,
  Passkeys1764000000021,
  Wechat1764000000023,
  Invitations1764000000024,
  Upgrades1764000000025,
  Bounties1764000000026,
  Questions1764000000027,
  Plugins1764000000028,
  PaidAttachments1764000000030,
  PluginOrder1764000000032,
  PluginServers1764000000033,
  PluginKeptData1764000000034,
  Tokens1764000000035,
  Idempotency1764000000036,
  Changes1764000000037,
  Webhooks1764000000038,
  PluginSecrets1764000000041,
  PluginCosts1764000000042,
  OAuth1764000000044,
  WechatRequests1764000000046,
  PluginChoices1764000000047,
  WebhookSecrets1764000000050,
  UserUpdates1764000000051,
  IdempotencyProcesses1764000000056,
  ChangeHorizon1764000000057,
  DraftGifts1764000000058,
  SearchFormat1764000000059,
  HiddenNotifications1764000000060,
  ForeignPasswords1764000000061,
  OldAddresses1764000000062,
  Imports1764000000063,
  Polls1764000000064,
  FruitlessSearches1764000000065,
  ThreadTiming1764000000066,
  Scheduled1764000000067,
  Bookmarks1764000000068,
  LinkPreviews1764000000069,
  SavedSearches1764000000070,
  Rooms1764000000071,
  Levels1764000000072,
  Spam1764000000073,
  ContentChecks1764000000074,
  ThreadEvents1764000000075,
  Silence1764000000076,
  Goods1764000000077,
  LinkPlayers1764000000079,
  ForgottenPreviews1764000000080,
];
