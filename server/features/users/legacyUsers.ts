import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { legacyTime, legacyAddress } from "../../core/rest.ts";
import { row, timeOf } from "../../core/sql.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { getGroup } from "../groups/group.service.ts";
import type { LegacyDeny, LegacyFollow, LegacyUnfollow, LegacyUserRef } from "./legacy.input.ts";
import { blockedByViewer, followStateOf } from "./relations/relation.loaders.ts";
import { blockUser, followUser, removeFan, unblockUser, unfollowUser } from "./relations/relation.service.ts";
import type { User } from "./user.entity.ts";
import { canEditProfile } from "./user.policy.ts";
import { statusReasonOf, viewUser } from "./user.service.ts";

const CENTS = 100;
/** Days, hours, minutes in milliseconds: the units in which the predecessor tells how long a group lasts. */
const UNITS_MS = [86_400_000, 3_600_000, 60_000] as const;

/** A profile as legacy clients read it (legacy-facts 3.3). */
export async function readUserForLegacy(ctx: Context, { userId }: LegacyUserRef): Promise<object> {
  const { viewer } = ctx;
  if (userId === undefined && !viewer.isSignedIn) allow(mustBeMember(viewer));
  const user = await viewUser(ctx, userId ?? viewer.accountId);
  const isSelf = viewer.accountId === user.id;
  const group = await getGroup(ctx, user.groupId);
  const ends = isSelf || viewer.isAdmin ? user.groupExpiresAt : null;
  const { id, nickname, threadCount, followCount, fansCount, likedCount, signature, status } = user;
  const [avatarUrl, backgroundUrl] = [user.avatarUrl, user.backgroundUrl].map((path) =>
    legacyAddress(ctx, path),
  );
  return {
    ...{ id, nickname, avatarUrl, originalAvatarUrl: avatarUrl, backgroundUrl },
    ...{ originalBackGroundUrl: backgroundUrl, threadCount, followCount, fansCount, likedCount },
    ...{ questionCount: 0, signature, status, joinedAt: legacyTime(user.createdAt) },
    ...{ canEdit: canEditProfile(viewer, id).allowed, canDelete: viewer.isAdmin && !isSelf },
    // What members do not have here: real names, phones, WeChat, money, questions.
    ...{ isReal: false, isBindWechat: false, canBeAsked: false, canWalletPay: false, isRenew: false },
    ...{ paid: null, payTime: null, expiredAt: null, expiredDays: 0 },
    group: {
      ...{ groupId: group.id, groupName: group.name, color: group.color, level: group.level },
      ...{
        amount: group.fee / CENTS,
        description: group.description,
        isTop: false,
        hasPayGroup: group.isPaid,
      },
      ...{ expirationTime: ends ? legacyTime(ends) : null, ...remaining(ends, ctx.now) },
    },
    showGroups: group.isDisplay,
    ...(isSelf ? await ownPart(ctx, user) : await othersPart(ctx, id)),
  };
}

/** How long a group lasts: in days, hours or minutes (0, 1, 2). */
function remaining(ends: Date | null, now: Date): object {
  if (!ends) return { remainTime: 0, typeTime: 0 };
  const left = Math.max(0, ends.getTime() - now.getTime());
  const typeTime = UNITS_MS.findIndex((unit) => left >= unit);
  const type = typeTime < 0 ? UNITS_MS.length - 1 : typeTime;
  return { remainTime: Math.floor(left / UNITS_MS[type]!), typeTime: type };
}

async function ownPart(ctx: Context, user: User): Promise<object> {
  return {
    ...{ username: user.username, follow: null, hasPassword: true, canEditUsername: false },
    ...{ banReason: await statusReasonOf(ctx, user), registerReason: "", mobile: "", originalMobile: "" },
    ...{ realname: "", identity: "", wxNickname: "", wxHeadImgUrl: "", walletBalance: 0, walletFreeze: 0 },
    loginAt: legacyTime(ctx.now),
  };
}

async function othersPart(ctx: Context, id: number): Promise<object> {
  const isDeny = (await load(ctx, blockedByViewer, id)) === true;
  return { follow: (await load(ctx, followStateOf, id)) ?? 0, isDeny, denyStatus: isDeny };
}

/** Follows a member; who is followed already is told so (legacy-facts 3.3). */
export async function followForLegacy(ctx: Context, { toUserId }: LegacyFollow): Promise<object> {
  const known = await relation(ctx, toUserId);
  if (known)
    throw new DomainError("ALREADY_EXISTS", { text: { zh: "已经关注过", en: "You follow them already." } });
  await followUser(ctx, toUserId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND")
      throw new DomainError("FOLLOWED_USER_MISSING");
    throw error;
  });
  const made = (await relation(ctx, toUserId))!;
  const time = legacyTime(timeOf(made.createdAt));
  return {
    ...{ id: toUserId, fromUserId: ctx.viewer.id, toUserId, isMutual: Number(made.isMutual) },
    ...{ createdAt: time, updatedAt: time },
  };
}

function relation(
  ctx: Context,
  toUserId: number,
): Promise<{ isMutual: number; createdAt: string | Date } | null> {
  return row(ctx, "SELECT f.isMutual, f.createdAt FROM follows f WHERE f.fromUserId = ? AND f.toUserId = ?", [
    ctx.viewer.id,
    toUserId,
  ]);
}

/** Ends a relation from either side (legacy-facts 3.3). */
export async function unfollowForLegacy(ctx: Context, { id, type }: LegacyUnfollow): Promise<null[]> {
  if (type !== 1 && type !== 2) throw invalid("type", "type 取值错误", "type is 1 or 2.");
  const [from, to] = type === 1 ? [ctx.viewer.id, id] : [id, ctx.viewer.id];
  const found = await row(ctx, "SELECT f.toUserId FROM follows f WHERE f.fromUserId = ? AND f.toUserId = ?", [
    from,
    to,
  ]);
  if (!found) throw invalid("id", "关注关系不存在", "There is no such relation.");
  await (type === 1 ? unfollowUser : removeFan)(ctx, id);
  return [null];
}

/** Blocks a member. */
export async function denyForLegacy(ctx: Context, { id }: LegacyDeny): Promise<object> {
  await blockUser(ctx, id);
  return { id, userId: ctx.viewer.id, denyUserId: id, createdAt: legacyTime(ctx.now) };
}

/** Blocks a member no longer. */
export async function undenyForLegacy(ctx: Context, { id }: LegacyDeny): Promise<[]> {
  await unblockUser(ctx, id);
  return [];
}
