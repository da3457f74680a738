import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import {
  LegacyPage,
  legacyPage,
  legacyTime,
  type LegacyPageRequest,
  legacyAddress,
} from "../../../core/rest.ts";
import { row, rows, timeOf } from "../../../core/sql.ts";
import { allow, MemberStatus, mustBeMember } from "../../../core/viewer.ts";
import { getGroup } from "../../groups/group.service.ts";
import type { LegacyFollowList, LegacyUserPage, LegacyUserList } from "../legacy.input.ts";
import { followStateOf } from "./relation.loaders.ts";
import type { User } from "../user.entity.ts";
import { userById } from "../user.loaders.ts";

/** The sides of following by their number (`filter[type]`). */
enum Side {
  FOLLOWING = 1,
  FANS = 2,
}
/** A nickname's beginning is looked for among so many at most. */
const NAMES_MAX = 10_000;

const offsetOf = ({ page, perPage }: LegacyPageRequest): number => (page - 1) * perPage;

/** Whom a member follows, or who follows them, by numbered pages; the newest first (legacy-facts 3.3). */
export async function listFollowsForLegacy(ctx: Context, input: LegacyFollowList): Promise<LegacyPage> {
  const { userId: named, type = Side.FOLLOWING } = partsOf(input.filter);
  if (Side[type] === undefined) throw invalid("type", "type 取值错误", "type is 1 or 2.");
  const userId = named ?? ctx.viewer.id;
  if (userId === 0) allow(mustBeMember(ctx.viewer));
  allow(ctx.viewer.check("user.view"));
  const request = legacyPage(input);
  const [fixed, listed] = type === 1 ? ["fromUserId", "toUserId"] : ["toUserId", "fromUserId"];
  const counted = await row<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM follows f WHERE f.${fixed} = ?`, [
    userId,
  ]);
  const found = await rows<{ id: number; isMutual: number; createdAt: string | Date }>(
    ctx,
    `SELECT f.${listed} AS id, f.isMutual, f.createdAt FROM follows f WHERE f.${fixed} = ?
     ORDER BY f.createdAt DESC, f.${listed} DESC LIMIT ? OFFSET ?`,
    [userId, request.perPage, offsetOf(request)],
  );
  const ids = found.map(({ id }) => Number(id));
  await Promise.all([preload(ctx, userById, ids), preload(ctx, followStateOf, ids)]);
  const shown = await Promise.all(
    found.map(async ({ id, isMutual, createdAt }) => {
      const user = (await load(ctx, userById, Number(id)))!;
      const time = legacyTime(timeOf(createdAt));
      const [fromUserId, toUserId] = type === 1 ? [userId, user.id] : [user.id, userId];
      const isFollow = ((await load(ctx, followStateOf, user.id)) ?? 0) > 0;
      return {
        user: { userId: user.id, nickname: user.nickname, avatar: legacyAddress(ctx, user.avatarUrl) },
        group: await groupOf(ctx, user),
        userFollow: {
          ...{ id: user.id, fromUserId, toUserId, isMutual: Number(isMutual), isFollow },
          ...{ createdAt: time, updatedAt: time },
        },
      };
    }),
  );
  return new LegacyPage(shown, request, shown.length, Number(counted!.n));
}

async function groupOf(ctx: Context, { groupId }: User): Promise<object> {
  const { id, name, icon } = await getGroup(ctx, groupId);
  return { groupId: id, groupName: name, groupIcon: icon };
}

function partsOf(filter: unknown): { userId?: number; type?: number } {
  const given = (filter !== null && typeof filter === "object" ? filter : {}) as Record<string, unknown>;
  const numberAt = (name: string): number | undefined => {
    const value = given[name];
    if (value === undefined || value === "") return undefined;
    if (!Number.isSafeInteger(Number(value)) || Number(value) < 1)
      throw invalid(name, `${name} 必须是数字`, `${name} must be a number.`);
    return Number(value);
  };
  return { userId: numberAt("userId"), type: numberAt("type") };
}

/** Whom the viewer blocks, by numbered pages; the newest first. */
export async function listDeniedForLegacy(ctx: Context, input: LegacyUserPage): Promise<LegacyPage> {
  const request = legacyPage(input);
  const me = ctx.viewer.id;
  const counted = await row<{ n: number }>(ctx, "SELECT COUNT(*) AS n FROM blocks b WHERE b.userId = ?", [
    me,
  ]);
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT b.blockedUserId AS id FROM blocks b WHERE b.userId = ?
     ORDER BY b.createdAt DESC, b.blockedUserId DESC LIMIT ? OFFSET ?`,
    [me, request.perPage, offsetOf(request)],
  );
  const ids = found.map(({ id }) => Number(id));
  await preload(ctx, userById, ids);
  const shown = await Promise.all(
    ids.map(async (id) => {
      const user = await load(ctx, userById, id);
      const avatar = legacyAddress(ctx, user?.avatarUrl);
      return { pid: id, userId: me, denyUserId: id, nickname: user?.nickname ?? "", avatar };
    }),
  );
  return new LegacyPage(shown, request, shown.length, Number(counted!.n));
}

/** Members by numbered pages: those who write most, or those whose nickname begins like this (legacy-facts 3.3). */
export async function listUsersForLegacy(ctx: Context, input: LegacyUserList): Promise<LegacyPage> {
  allow(ctx.viewer.check("user.view"));
  const { nickname = "" } = (
    input.filter !== null && typeof input.filter === "object" ? input.filter : {}
  ) as { nickname?: unknown };
  if (typeof nickname !== "string")
    throw invalid("nickname", "nickname 必须是字符串", "nickname must be a text.");
  const request = legacyPage(input);
  const pattern = `${nickname
    .trim()
    .toLowerCase()
    .replace(/[\\%_!]/g, (sign) => `!${sign}`)}%`;
  const from = `users u WHERE u.nicknameKey LIKE ? ESCAPE '!' AND u.status = ?`;
  const values = [pattern, MemberStatus.NORMAL];
  const counted = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT u.id FROM ${from} LIMIT ?) x`,
    [...values, NAMES_MAX],
  );
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT x.id FROM (SELECT u.id, u.threadCount AS threads FROM ${from} LIMIT ?) x
     ORDER BY x.threads DESC, x.id LIMIT ? OFFSET ?`,
    [...values, NAMES_MAX, request.perPage, offsetOf(request)],
  );
  const ids = found.map(({ id }) => Number(id));
  await Promise.all([preload(ctx, userById, ids), preload(ctx, followStateOf, ids)]);
  const shown = await Promise.all(
    ids.map(async (id) => {
      const user = (await load(ctx, userById, id))!;
      const state = (await load(ctx, followStateOf, id)) ?? 0;
      const { name: groupName, level } = await getGroup(ctx, user.groupId);
      const { followCount, likedCount, threadCount } = user;
      return {
        ...{
          userId: id,
          nickname: user.nickname,
          avatar: legacyAddress(ctx, user.avatarUrl),
          groupName,
          level,
        },
        ...{ followCount, likedCount, questionCount: 0, threadCount },
        ...{ isFollow: state > 0, isMutualFollow: state === 2 },
      };
    }),
  );
  return new LegacyPage(shown, request, shown.length, Number(counted!.n));
}
