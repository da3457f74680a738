import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { legacyTime, legacyAddress } from "../../core/rest.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { findLastSitePeriod } from "../entitlements/entitlement.service.ts";
import { PayPassword } from "../money/pay-password/payPassword.entity.ts";
import type { Group } from "../groups/group.entity.ts";
import { actingGroupOf } from "./paid-groups/actingGroup.service.ts";
import type { LegacyDeny, LegacyFollow, LegacyUnfollow, LegacyUserRef } from "./legacy.input.ts";
import { blockedByViewer, followStateOf } from "./relations/relation.loaders.ts";
import { Follow } from "./relations/relation.entity.ts";
import { blockUser, followUser, removeFan, unblockUser, unfollowUser } from "./relations/relation.service.ts";
import { ChannelAddress, PHONE_CHANNEL } from "../notifications/delivery/addresses/address.entity.ts";
import { localPhone, maskPhone } from "../sms/phoneNumber.ts";
import { WechatAccount } from "../auth/wechat/wechatAccount.entity.ts";
import { getSettings } from "../settings/setting.service.ts";
import { NO_PASSWORD, User } from "./user.entity.ts";
import { canEditProfile, standingOf } from "./user.policy.ts";
import { statusReasonOf, viewUser } from "./user.service.ts";

const CENTS = 100;
/** Days, hours and minutes in milliseconds: the predecessor's units for the remaining time of a group. */
const UNITS_MS = [86_400_000, 3_600_000, 60_000] as const;

/** Fields of profiles for features that do not exist here: real names, questions. */
const NOT_OFFERED = {
  questionCount: 0,
  isReal: false,
  canBeAsked: false,
} as const;

/** Fields about joining a paid site where there is nothing to tell. */
const NO_MEMBERSHIP = { isRenew: false, paid: null, payTime: null, expiredAt: null, expiredDays: 0 } as const;

/** Fields of the own profile for features that do not exist here: real names, pictures of WeChat, money. */
const OWN_NOT_OFFERED = {
  registerReason: "",
  realname: "",
  identity: "",
  wxHeadImgUrl: "",
  walletBalance: 0,
  walletFreeze: 0,
} as const;

/** Gives a profile as legacy clients read it (legacy-facts 3.3). */
export async function readUserForLegacy(ctx: Context, { userId }: LegacyUserRef): Promise<object> {
  const { viewer } = ctx;
  if (userId === undefined && !viewer.isSignedIn) allow(mustBeMember(viewer));
  const user = await viewUser(ctx, userId ?? viewer.accountId);
  const isSelf = viewer.accountId === user.id;
  const group = await actingGroupOf(ctx, user);
  const ends = isSelf || viewer.isAdmin ? user.groupExpiresAt : null;
  const [wechat] = await ctx.db.find(WechatAccount, {
    where: { userId: user.id },
    order: { id: "ASC" },
    take: 1,
  });
  const avatarUrl = legacyAddress(ctx, user.avatarUrl);
  const backgroundUrl = legacyAddress(ctx, user.backgroundUrl);
  return {
    id: user.id,
    nickname: user.nickname,
    avatarUrl,
    originalAvatarUrl: avatarUrl,
    backgroundUrl,
    originalBackGroundUrl: backgroundUrl,
    threadCount: user.threadCount,
    followCount: user.followCount,
    fansCount: user.fansCount,
    likedCount: user.likedCount,
    signature: user.signature,
    status: standingOf(user, ctx.now),
    joinedAt: legacyTime(user.createdAt),
    canEdit: canEditProfile(viewer, user.id).allowed,
    canDelete: viewer.isAdmin && !isSelf,
    ...NOT_OFFERED,
    isBindWechat: wechat !== undefined,
    ...(isSelf && { wxNickname: wechat?.nickname ?? "" }),
    ...(isSelf ? await membershipOf(ctx, user.id) : NO_MEMBERSHIP),
    group: groupOf(group, ends, ctx.now),
    showGroups: group.isDisplay,
    ...(isSelf ? await ownPart(ctx, user) : await othersPart(ctx, user.id)),
  };
}

function groupOf(group: Group, ends: Date | null, now: Date): object {
  return {
    groupId: group.id,
    groupName: group.name,
    color: group.color,
    level: group.level,
    amount: group.fee / CENTS,
    description: group.description,
    isTop: false,
    hasPayGroup: group.isPaid,
    expirationTime: ends ? legacyTime(ends) : null,
    ...remaining(ends, now),
  };
}

/** Gives what a member has paid for on a paid site; of others, and elsewhere, nothing is told. */
async function membershipOf(ctx: Context, userId: number): Promise<object> {
  if ((await getSettings(ctx)).site_mode !== "pay") return NO_MEMBERSHIP;
  const last = await findLastSitePeriod(ctx, userId);
  const endsAt = last?.endsAt ?? null;
  const leftMs = endsAt ? Math.max(0, endsAt.getTime() - ctx.now.getTime()) : 0;
  return {
    isRenew: leftMs > 0,
    paid: !ctx.viewer.mustJoin,
    payTime: last ? legacyTime(last.startsAt) : null,
    expiredAt: endsAt ? legacyTime(endsAt) : null,
    expiredDays: Math.ceil(leftMs / UNITS_MS[0]),
  };
}

/** Gives the remaining time of a group in days, hours or minutes (0, 1, 2). */
function remaining(ends: Date | null, now: Date): object {
  if (!ends) return { remainTime: 0, typeTime: 0 };
  const restMs = Math.max(0, ends.getTime() - now.getTime());
  const typeTime = UNITS_MS.findIndex((unit) => restMs >= unit);
  const type = typeTime < 0 ? UNITS_MS.length - 1 : typeTime;
  return { remainTime: Math.floor(restMs / UNITS_MS[type]!), typeTime: type };
}

async function ownPart(ctx: Context, user: User): Promise<object> {
  return {
    ...OWN_NOT_OFFERED,
    ...(await phoneOf(ctx, user.id)),
    username: user.username,
    canWalletPay: await ctx.db.existsBy(PayPassword, { userId: user.id }),
    follow: null,
    hasPassword: !(await ctx.db.existsBy(User, { id: user.id, passwordHash: NO_PASSWORD })),
    canEditUsername: false,
    banReason: await statusReasonOf(ctx, user),
    loginAt: legacyTime(ctx.now),
  };
}

/** Gives the phone number as its owner reads it: masked, and whole. */
async function phoneOf(ctx: Context, userId: number): Promise<object> {
  const stored = await ctx.db.findOneBy(ChannelAddress, { userId, channel: PHONE_CHANNEL });
  const phone = stored?.addressKey ?? "";
  return { mobile: maskPhone(phone), originalMobile: localPhone(phone) };
}

async function othersPart(ctx: Context, id: number): Promise<object> {
  const isDeny = (await load(ctx, blockedByViewer, id)) === true;
  const follow = (await load(ctx, followStateOf, id)) ?? 0;
  return { canWalletPay: false, follow, isDeny, denyStatus: isDeny };
}

/**
 * Follows a member (legacy-facts 3.3).
 * @throws {DomainError} ALREADY_EXISTS for members whom the viewer follows already; FOLLOWED_USER_MISSING.
 */
export async function followForLegacy(ctx: Context, { toUserId }: LegacyFollow): Promise<object> {
  const pair = { fromUserId: ctx.viewer.id, toUserId };
  if (await ctx.db.existsBy(Follow, pair))
    throw new DomainError("ALREADY_EXISTS", { text: { zh: "已经关注过", en: "You follow them already." } });
  await followUser(ctx, toUserId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND")
      throw new DomainError("FOLLOWED_USER_MISSING");
    throw error;
  });
  const { isMutual, createdAt } = await ctx.db.findOneByOrFail(Follow, pair);
  const time = legacyTime(createdAt);
  return { id: toUserId, ...pair, isMutual: Number(isMutual), createdAt: time, updatedAt: time };
}

/** Ends a relation from either side (legacy-facts 3.3). */
export async function unfollowForLegacy(ctx: Context, { id, type }: LegacyUnfollow): Promise<null[]> {
  if (type !== 1 && type !== 2) throw invalid("type", "type 取值错误", "type is 1 or 2.");
  const [fromUserId, toUserId] = type === 1 ? [ctx.viewer.id, id] : [id, ctx.viewer.id];
  if (!(await ctx.db.existsBy(Follow, { fromUserId, toUserId })))
    throw invalid("id", "关注关系不存在", "There is no such relation.");
  await (type === 1 ? unfollowUser : removeFan)(ctx, id);
  return [null];
}

/** Blocks a member. */
export async function denyForLegacy(ctx: Context, { id }: LegacyDeny): Promise<object> {
  await blockUser(ctx, id);
  return { id, userId: ctx.viewer.id, denyUserId: id, createdAt: legacyTime(ctx.now) };
}

/** Unblocks a member. */
export async function undenyForLegacy(ctx: Context, { id }: LegacyDeny): Promise<[]> {
  await unblockUser(ctx, id);
  return [];
}
