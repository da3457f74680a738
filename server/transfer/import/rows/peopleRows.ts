import { nameKey } from "../../../core/text.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { FILES_PATH } from "../../../features/attachments/attachment.entity.ts";
import { NO_PASSWORD } from "../../../features/users/user.entity.ts";
import { numbers, time, timeOrNull, type RowKindOf, yieldedText } from "./rowKind.ts";

const MINUTE_MS = 60_000;

const addressOf = (path: string | null): string | null => (path === null ? null : FILES_PATH + path);

const members: RowKindOf<"members"> = {
  table: "users",
  key: ["id"],
  keyValues: numbers,
  uniques: [
    { columns: ["usernameKey"], yielded: yieldedText },
    { columns: ["nicknameKey"], yielded: yieldedText },
  ],
  attached: [
    { table: "unread_counts", owner: "userId" },
    { table: "foreign_passwords", owner: "userId" },
  ],
  row: (_ctx, member) => {
    const { avatar, background, status, lastSeenAt, createdAt, ...columns } = member;
    return {
      ...columns,
      usernameKey: nameKey(member.username),
      nicknameKey: nameKey(member.nickname),
      passwordHash: NO_PASSWORD,
      avatarUrl: addressOf(avatar),
      backgroundUrl: addressOf(background),
      groupExpiresAt: timeOrNull(member.groupExpiresAt),
      returnGroupExpiresAt: timeOrNull(member.returnGroupExpiresAt),
      status: UserStatus[status],
      bannedUntil: timeOrNull(member.bannedUntil),
      silencedUntil: timeOrNull(member.silencedUntil),
      closesAt: timeOrNull(member.closesAt),
      lastSeenMinute: lastSeenAt === null ? 0 : Math.floor(time(lastSeenAt).getTime() / MINUTE_MS),
      threadCount: 0,
      postCount: 0,
      likedCount: 0,
      followCount: 0,
      fansCount: 0,
      isNew: false,
      createdAt: time(createdAt),
      updatedAt: time(createdAt),
    };
  },
  onlyAtFirst: ["passwordHash"],
};

const contacts: RowKindOf<"contacts"> = {
  table: "channel_addresses",
  key: ["userId", "channel"],
  keyValues: ([memberId, channel]) => [Number(memberId), channel!],
  uniques: [{ columns: ["addressKey", "channel"] }],
  row: ({ now }, { memberId, channel, address, verifiedAt }) => {
    const isProven = verifiedAt !== null;
    return {
      userId: memberId,
      channel,
      address: isProven ? address : "",
      addressKey: isProven ? nameKey(address) : null,
      verifiedAt: timeOrNull(verifiedAt),
      pendingAddress: isProven ? "" : address,
      pendingSince: isProven ? null : now,
      failures: 0,
      suppressedAt: null,
      digestDueAt: null,
    };
  },
};

const wechatAccounts: RowKindOf<"wechatAccounts"> = {
  table: "wechat_accounts",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["app", "subject"] }, { columns: ["userId", "app"] }],
  row: (_ctx, { memberId, createdAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
  }),
};

const follows: RowKindOf<"follows"> = {
  table: "follows",
  key: ["fromUserId", "toUserId"],
  keyValues: numbers,
  row: (_ctx, { fromId, toId, createdAt }) => ({
    fromUserId: fromId,
    toUserId: toId,
    isMutual: false,
    createdAt: time(createdAt),
  }),
};

const blocks: RowKindOf<"blocks"> = {
  table: "blocks",
  key: ["userId", "blockedUserId"],
  keyValues: numbers,
  row: (_ctx, { memberId, blockedId, createdAt }) => ({
    userId: memberId,
    blockedUserId: blockedId,
    createdAt: time(createdAt),
  }),
};

const watches: RowKindOf<"watches"> = {
  table: "watches",
  key: ["userId", "target", "targetId"],
  keyValues: ([memberId, target, targetId]) => [Number(memberId), target!, Number(targetId)],
  row: (_ctx, { memberId, target, targetId, level, changedAt }) => ({
    userId: memberId,
    target,
    targetId,
    level,
    changedAt: time(changedAt),
  }),
};

const dialogs: RowKindOf<"dialogs"> = {
  table: "dialogs",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["lowUserId", "highUserId"] }],
  dependents: [{ kind: "messages", owner: "dialogId" }],
  row: (_ctx, { id, lowMemberId, highMemberId, createdAt }) => ({
    id,
    lowUserId: lowMemberId,
    highUserId: highMemberId,
    createdAt: time(createdAt),
  }),
  children: [
    {
      table: "dialog_sides",
      owner: "dialogId",
      rows: (_ctx, { id, lowMemberId, highMemberId, sides }) =>
        sides.map(({ memberId, readUpTo, deletedUpTo }) => ({
          userId: memberId,
          peerId: memberId === lowMemberId ? highMemberId : lowMemberId,
          dialogId: id,
          lastMessageId: 0,
          unread: 0,
          readUpTo,
          deletedUpTo,
        })),
    },
  ],
};

const rooms: RowKindOf<"rooms"> = {
  table: "rooms",
  key: ["id"],
  keyValues: numbers,
  dependents: [{ kind: "messages", owner: "roomId" }],
  row: (_ctx, { id, name, ownerId, createdAt }) => ({
    id,
    name,
    ownerId,
    memberCount: 0,
    lastMessageId: 0,
    createdAt: time(createdAt),
  }),
  children: [
    {
      table: "room_members",
      owner: "roomId",
      rows: (_ctx, { id, members }) =>
        members.map(({ memberId, invitedAt, joinedAt, declinedAt, ...columns }) => ({
          ...columns,
          roomId: id,
          userId: memberId,
          invitedAt: time(invitedAt),
          joinedAt: timeOrNull(joinedAt),
          declinedAt: timeOrNull(declinedAt),
          unread: 0,
        })),
    },
  ],
};

const messages: RowKindOf<"messages"> = {
  table: "messages",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { roomId, event, eventMemberId, eventName, createdAt, removedAt, ...columns }) => ({
    ...columns,
    roomId: roomId ?? null,
    event: event ?? null,
    eventUserId: eventMemberId ?? null,
    eventName: eventName ?? null,
    clientKey: null,
    createdAt: time(createdAt),
    removedAt: timeOrNull(removedAt),
  }),
};

/** Rows of members, and of what is between them. */
export const PEOPLE_ROWS = {
  members,
  contacts,
  wechatAccounts,
  follows,
  blocks,
  watches,
  dialogs,
  rooms,
  messages,
} as const;
