import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import {
  LegacyPage,
  legacyPage,
  legacyTime,
  type LegacyPageRequest,
  legacyAddress,
  legacyFilter,
} from "../../../core/rest.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { getGroup } from "../../groups/group.service.ts";
import { mayViewFollows } from "../members/privacy.service.ts";
import type { LegacyFollowList, LegacyUserPage, LegacyUserList } from "../legacy.input.ts";
import { findByNickname } from "./legacyRelations.sql.ts";
import { Block, Follow } from "./relation.entity.ts";
import { followStateOf } from "./relation.loaders.ts";
import type { User } from "../user.entity.ts";
import { userById } from "../user.loaders.ts";

/** The sides of following by their number (`filter[type]`). */
enum Side {
  FOLLOWING = 1,
  FANS = 2,
}

const offsetOf = ({ page, perPage }: LegacyPageRequest): number => (page - 1) * perPage;

/** Lists the members whom a member follows, or their followers, by numbered pages; newest first (legacy-facts 3.3). */
export async function listFollowsForLegacy(ctx: Context, input: LegacyFollowList): Promise<LegacyPage> {
  const { userId: named, type = Side.FOLLOWING } = partsOf(input.filter);
  if (Side[type] === undefined) throw invalid("type", "type 取值错误", "type is 1 or 2.");
  const userId = named ?? ctx.viewer.id;
  if (userId === 0) allow(mustBeMember(ctx.viewer));
  allow(ctx.viewer.check("user.view"));
  allow(await mayViewFollows(ctx, userId));
  const request = legacyPage(input);
  const [fixed, listed] =
    type === Side.FOLLOWING ? (["fromUserId", "toUserId"] as const) : (["toUserId", "fromUserId"] as const);
  const where = { [fixed]: userId };
  const total = await ctx.db.countBy(Follow, where);
  const follows = await ctx.db.find(Follow, {
    where,
    order: { createdAt: "DESC", [listed]: "DESC" },
    take: request.perPage,
    skip: offsetOf(request),
  });
  const ids = follows.map((follow) => follow[listed]);
  await Promise.all([preload(ctx, userById, ids), preload(ctx, followStateOf, ids)]);
  const items = await Promise.all(
    follows.map(async (follow) => {
      const { fromUserId, toUserId, isMutual, createdAt } = follow;
      const user = (await load(ctx, userById, follow[listed]))!;
      const time = legacyTime(createdAt);
      const isFollow = ((await load(ctx, followStateOf, user.id)) ?? 0) > 0;
      return {
        user: { userId: user.id, nickname: user.nickname, avatar: legacyAddress(ctx, user.avatarUrl) },
        group: await groupOf(ctx, user),
        userFollow: {
          id: user.id,
          fromUserId,
          toUserId,
          isMutual: Number(isMutual),
          isFollow,
          createdAt: time,
          updatedAt: time,
        },
      };
    }),
  );
  return new LegacyPage(items, request, items.length, total);
}

async function groupOf(ctx: Context, { groupId }: User): Promise<object> {
  const { id, name, icon } = await getGroup(ctx, groupId);
  return { groupId: id, groupName: name, groupIcon: icon };
}

function partsOf(filter: unknown): { userId?: number; type?: number } {
  const fields = legacyFilter(filter);
  const numberAt = (name: string): number | undefined => {
    const value = fields[name];
    if (value === undefined || value === "") return undefined;
    if (!Number.isSafeInteger(Number(value)) || Number(value) < 1)
      throw invalid(name, `${name} 必须是数字`, `${name} must be a number.`);
    return Number(value);
  };
  return { userId: numberAt("userId"), type: numberAt("type") };
}

/** Lists the members whom the viewer blocks, by numbered pages; newest first. */
export async function listDeniedForLegacy(ctx: Context, input: LegacyUserPage): Promise<LegacyPage> {
  const request = legacyPage(input);
  const where = { userId: ctx.viewer.id };
  const total = await ctx.db.countBy(Block, where);
  const blocks = await ctx.db.find(Block, {
    where,
    order: { createdAt: "DESC", blockedUserId: "DESC" },
    take: request.perPage,
    skip: offsetOf(request),
  });
  await preload(
    ctx,
    userById,
    blocks.map(({ blockedUserId }) => blockedUserId),
  );
  const items = await Promise.all(
    blocks.map(async ({ userId, blockedUserId }) => {
      const user = await load(ctx, userById, blockedUserId);
      return {
        pid: blockedUserId,
        userId,
        denyUserId: blockedUserId,
        nickname: user?.nickname ?? "",
        avatar: legacyAddress(ctx, user?.avatarUrl),
      };
    }),
  );
  return new LegacyPage(items, request, items.length, total);
}

/** Lists members by numbered pages: all, or those whose nickname begins alike; most threads first (legacy-facts 3.3). */
export async function listUsersForLegacy(ctx: Context, input: LegacyUserList): Promise<LegacyPage> {
  if (ctx.viewer.mustJoin) return listUsersPage(ctx, "", BEFORE_JOINING);
  allow(ctx.viewer.check("user.view"));
  const { nickname = "" } = legacyFilter(input.filter);
  if (typeof nickname !== "string")
    throw invalid("nickname", "nickname 必须是字符串", "nickname must be a text.");
  return listUsersPage(ctx, nickname.trim().toLowerCase(), legacyPage(input));
}

/** The one page of members that a paid site shows to everybody. */
const BEFORE_JOINING: LegacyPageRequest = { page: 1, perPage: 10 };

async function listUsersPage(ctx: Context, start: string, request: LegacyPageRequest): Promise<LegacyPage> {
  const { ids, total } = await findByNickname(ctx, start, request.perPage, offsetOf(request));
  await Promise.all([preload(ctx, userById, ids), preload(ctx, followStateOf, ids)]);
  const items = await Promise.all(
    ids.map(async (id) => {
      const user = (await load(ctx, userById, id))!;
      const state = (await load(ctx, followStateOf, id)) ?? 0;
      const { name: groupName, level } = await getGroup(ctx, user.groupId);
      const { followCount, likedCount, threadCount } = user;
      return {
        userId: id,
        nickname: user.nickname,
        avatar: legacyAddress(ctx, user.avatarUrl),
        groupName,
        level,
        followCount,
        likedCount,
        questionCount: 0,
        threadCount,
        isFollow: state > 0,
        isMutualFollow: state === 2,
      };
    }),
  );
  return new LegacyPage(items, request, items.length, total);
}
