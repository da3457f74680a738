import { UserStatus } from "../../core/viewer.ts";
import { FILES_PATH } from "../../features/attachments/attachment.entity.ts";
import { isStoredPath } from "../../features/attachments/storage.ts";
import type { ForeignPassword } from "../../features/auth/passwords/foreignPassword.entity.ts";
import type { WechatAccount } from "../../features/auth/wechat/wechatAccount.entity.ts";
import type { Group, GroupPermission } from "../../features/groups/group.entity.ts";
import type { Invitation, InvitationAcceptance } from "../../features/invitations/invitation.entity.ts";
import type { ChannelAddress } from "../../features/notifications/delivery/addresses/address.entity.ts";
import type { FormerForum, OldAddress } from "../../features/old-addresses/oldAddress.entity.ts";
import { settingAt } from "../../features/settings/catalogue/catalogue.ts";
import type { Setting } from "../../features/settings/setting.entity.ts";
import type { SignInAnswer, SignInField } from "../../features/sign-in-fields/field.entity.ts";
import type { StopWord } from "../../features/stop-words/stopWord.entity.ts";
import type { Block, Follow } from "../../features/users/relations/relation.entity.ts";
import { FOREIGN_PASSWORD, NO_PASSWORD, type User } from "../../features/users/user.entity.ts";
import type { RecordOf } from "../format/records.ts";
import { recordsOf } from "./reader.ts";
import { table, type Fields } from "./snapshot.ts";

const MINUTE_MS = 60_000;
/** Channels whose addresses are a member's own; others are devices. */
const CONTACT_CHANNELS: readonly string[] = ["EMAIL", "SMS"];

/** Gives the path of a stored file by its address on the site; null for other addresses. */
export function storedPathOf(address: string | null): string | null {
  if (!address?.startsWith(FILES_PATH)) return null;
  const path = address.slice(FILES_PATH.length);
  return isStoredPath(path) ? path : null;
}

/** Gives the hash that another program has made; this one has wrapped those that were MD5. */
function foreignHash(row: Fields<ForeignPassword>): Omit<RecordOf<"credentials">, "memberId"> {
  const [scheme, hash] = [row.text("scheme"), row.text("hash")];
  const isWrapped = (scheme === "ucenter" || scheme === "phpbb2") && hash.startsWith("$argon2");
  return {
    scheme: (isWrapped ? `${scheme}+argon2` : scheme) as RecordOf<"credentials">["scheme"],
    hash,
    salt: row.text("salt"),
    charset: row.text("charset") as RecordOf<"credentials">["charset"],
  };
}

/** Readers of the site, its groups and its members. */
export const PEOPLE = {
  settings: recordsOf("settings").eachRow(table<Setting>("settings", "tag", "key"), (row) => {
    const [tag, key] = [row.text("tag"), row.text("key")];
    // What the catalogue does not have is not a setting but a secret of the program, such as the digest of a setup token.
    const definition = settingAt(tag, key)?.definition;
    return definition && !definition.isSecret ? { tag, key, value: row.text("value") } : null;
  }),

  groups: recordsOf("groups").eachWithChildren(
    table<Group>("groups", "id"),
    table<GroupPermission>("group_permissions", "groupId", "permission"),
    (row, grants) => ({
      id: row.int("id"),
      name: row.text("name"),
      color: row.text("color"),
      icon: row.text("icon"),
      isDisplay: row.flag("isDisplay"),
      isDefault: row.flag("isDefault"),
      type: row.text("type"),
      isPaid: row.flag("isPaid"),
      isForSale: row.flag("isForSale"),
      feeCents: row.int("fee"),
      days: row.int("days"),
      level: row.int("level"),
      scale: row.int("scale"),
      isSubordinate: row.flag("isSubordinate"),
      isCommission: row.flag("isCommission"),
      description: row.text("description"),
      notice: row.text("notice"),
      timeRange: row.int("timeRange"),
      contentRange: row.int("contentRange"),
      createdAt: row.time("createdAt"),
      grants: grants.map((grant) => grant.text("permission")),
    }),
  ),

  members: recordsOf("members").eachRow(table<User>("users", "id"), (row) => {
    const seenMinute = row.int("lastSeenMinute");
    return {
      id: row.int("id"),
      username: row.text("username"),
      nickname: row.text("nickname"),
      signature: row.text("signature"),
      avatar: storedPathOf(row.textOrNull("avatarUrl")),
      background: storedPathOf(row.textOrNull("backgroundUrl")),
      groupId: row.int("groupId"),
      groupExpiresAt: row.timeOrNull("groupExpiresAt"),
      returnGroupId: row.intOrNull("returnGroupId"),
      returnGroupExpiresAt: row.timeOrNull("returnGroupExpiresAt"),
      status: UserStatus[row.int("status")] as RecordOf<"members">["status"],
      statusReason: row.text("statusReason"),
      bannedUntil: row.timeOrNull("bannedUntil"),
      silencedUntil: row.timeOrNull("silencedUntil"),
      silenceReason: row.text("silenceReason"),
      usernameChanges: row.int("usernameChanges"),
      messagesFrom: row.text("messagesFrom"),
      followsFrom: row.text("followsFrom"),
      listDensity: row.text("listDensity"),
      createdAt: row.time("createdAt"),
      lastSeenAt: seenMinute === 0 ? null : new Date(seenMinute * MINUTE_MS).toISOString(),
      closesAt: row.timeOrNull("closesAt"),
    };
  }),

  credentials: recordsOf("credentials").eachWithChildren(
    table<User>("users", "id"),
    table<ForeignPassword>("foreign_passwords", "userId"),
    (row, [foreign]) => {
      const [memberId, hash] = [row.int("id"), row.text("passwordHash")];
      if (foreign) return { memberId, ...foreignHash(foreign) };
      if (hash === NO_PASSWORD || hash === FOREIGN_PASSWORD) return null;
      return { memberId, scheme: "luntan", hash, salt: "", charset: "utf-8" };
    },
  ),

  contacts: recordsOf("contacts").eachRow(
    table<ChannelAddress>("channel_addresses", "userId", "channel"),
    (row) => {
      const channel = row.text("channel");
      // One that nobody has proven waits beside the proven one.
      const address = row.text("address") || row.text("pendingAddress");
      if (!CONTACT_CHANNELS.includes(channel) || address === "") return null;
      return {
        memberId: row.int("userId"),
        channel: channel as RecordOf<"contacts">["channel"],
        address,
        verifiedAt: row.timeOrNull("verifiedAt"),
      };
    },
  ),

  wechatAccounts: recordsOf("wechatAccounts").eachRow(
    table<WechatAccount>("wechat_accounts", "id"),
    (row) => ({
      id: row.int("id"),
      memberId: row.int("userId"),
      app: row.text("app"),
      subject: row.text("subject"),
      nickname: row.text("nickname"),
      createdAt: row.time("createdAt"),
    }),
  ),

  follows: recordsOf("follows").eachRow(table<Follow>("follows", "fromUserId", "toUserId"), (row) => ({
    fromId: row.int("fromUserId"),
    toId: row.int("toUserId"),
    createdAt: row.time("createdAt"),
  })),

  blocks: recordsOf("blocks").eachRow(table<Block>("blocks", "userId", "blockedUserId"), (row) => ({
    memberId: row.int("userId"),
    blockedId: row.int("blockedUserId"),
    createdAt: row.time("createdAt"),
  })),

  stopWords: recordsOf("stopWords").eachRow(table<StopWord>("stop_words", "id"), (row) => ({
    id: row.int("id"),
    find: row.text("find"),
    replacement: row.text("replacement"),
    ugc: row.text("ugc"),
    username: row.text("username"),
    signature: row.text("signature"),
    dialog: row.text("dialog"),
    nickname: row.text("nickname"),
    memberId: row.int("userId"),
    createdAt: row.time("createdAt"),
    updatedAt: row.time("updatedAt"),
  })),

  invitations: recordsOf("invitations").eachRow(table<Invitation>("invitations", "id"), (row) => ({
    id: row.int("id"),
    code: row.text("code"),
    memberId: row.int("userId"),
    groupId: row.intOrNull("groupId"),
    isOfficial: row.flag("isOfficial"),
    maxUses: row.intOrNull("maxUses"),
    useCount: row.int("useCount"),
    createdAt: row.time("createdAt"),
    expiresAt: row.timeOrNull("expiresAt"),
    revokedAt: row.timeOrNull("revokedAt"),
  })),

  acceptances: recordsOf("acceptances").eachRow(
    table<InvitationAcceptance>("invitation_acceptances", "userId"),
    (row) => ({
      memberId: row.int("userId"),
      inviterId: row.int("inviterId"),
      invitationId: row.intOrNull("invitationId"),
      sharePercent: row.int("sharePercent"),
      isSubordinate: row.flag("isSubordinate"),
      isCommission: row.flag("isCommission"),
      createdAt: row.time("createdAt"),
    }),
  ),

  signInFields: recordsOf("signInFields").eachRow(table<SignInField>("sign_in_fields", "id"), (row) => ({
    id: row.int("id"),
    name: row.text("name"),
    type: row.int("type"),
    choices: row.text("fieldsExt"),
    description: row.text("fieldsDesc"),
    sort: row.int("sort"),
    status: row.int("status"),
    required: row.flag("required"),
    createdAt: row.time("createdAt"),
    updatedAt: row.time("updatedAt"),
  })),

  signInAnswers: recordsOf("signInAnswers").eachRow(
    table<SignInAnswer>("user_sign_in_fields", "id"),
    (row) => ({
      id: row.int("id"),
      memberId: row.int("userId"),
      name: row.text("name"),
      type: row.int("type"),
      answer: row.text("fieldsExt"),
      description: row.text("fieldsDesc"),
      remark: row.text("remark"),
      sort: row.int("sort"),
      status: row.int("status"),
      required: row.flag("required"),
      createdAt: row.time("createdAt"),
      updatedAt: row.time("updatedAt"),
    }),
  ),

  formerForums: recordsOf("formerForums").eachRow(table<FormerForum>("former_forums", "source"), (row) => ({
    software: row.text("source") as RecordOf<"formerForums">["software"],
    postsPerPage: row.int("postsPerPage"),
    basePath: row.text("basePath"),
  })),

  // In the order of their digests, by which they are stored.
  oldAddresses: recordsOf("oldAddresses").eachRow(
    table<OldAddress>("old_addresses", "addressKey"),
    (row) => ({
      address: row.text("address"),
      target: row.text("target"),
    }),
  ),
};
