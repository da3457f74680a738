import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { legacyTime } from "../../core/rest.ts";
import { row, timeOf } from "../../core/sql.ts";
import { getGroup } from "../groups/group.service.ts";
import type { LegacyDeny, LegacyFollow, LegacyUnfollow, LegacyUserRef } from "./legacy.input.ts";
import { blockedByViewer, followStateOf } from "./relation.loaders.ts";
import { blockUser, followUser, removeFan, unblockUser, unfollowUser } from "./relation.service.ts";
import { canEditProfile } from "./user.policy.ts";
import { statusReasonOf, viewUser } from "./user.service.ts";

/** A profile as legacy clients read it (legacy-facts 3.3). */
export async function readUserForLegacy(ctx: Context, { userId }: LegacyUserRef): Promise<object> {
  const { viewer } = ctx;
  if (userId === undefined && !viewer.isMember) throw new DomainError("LOGIN_REQUIRED");
  const user = await viewUser(ctx, userId ?? viewer.id);
  const isSelf = viewer.id === user.id;
  const group = await getGroup(ctx, user.groupId);
  const ends = isSelf || viewer.isAdmin ? user.groupExpiresAt : null;
  const { id, nickname, threadCount, followCount, fansCount, likedCount, signature } = user;
  const [avatarUrl, backgroundUrl] = [user.avatarUrl ?? "", user.backgroundUrl ?? ""];
  const others = isSelf
    ? {
        username: user.username,
        status: user.status,
        banReason: await statusReasonOf(ctx, user),
        follow: null,
      }
    : {
        follow: (await load(ctx, followStateOf, id)) ?? 0,
        isDeny: (await load(ctx, blockedByViewer, id)) === true,
      };
  return {
    ...{
      id,
      nickname,
      avatarUrl,
      originalAvatarUrl: avatarUrl,
      backgroundUrl,
      originalBackGroundUrl: backgroundUrl,
    },
    ...{ threadCount, followCount, fansCount, likedCount, questionCount: 0, signature },
    ...{ joinedAt: legacyTime(user.createdAt), canEdit: canEditProfile(viewer, id).allowed, isReal: false },
    group: {
      ...{ groupId: group.id, groupName: group.name, color: group.color, level: group.level },
      ...{ description: group.description, expirationTime: ends ? legacyTime(ends) : null },
    },
    ...others,
  };
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
