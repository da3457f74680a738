import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { rows, select, sqlTime, timeOf } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { lockMembers } from "../lock.sql.ts";
import { Block, Follow } from "./relation.entity.ts";
import { hasBlocked } from "./relation.sql.ts";
import { User } from "../user.entity.ts";
import { userBlocked, userFollowed, userUnfollowed } from "../user.events.ts";
import { canBlock, canFollow } from "../user.policy.ts";
import { getUser } from "../user.service.ts";

/** The two sides of following. */
export enum UserConnectionKind {
  FOLLOWS = "FOLLOWS",
  FANS = "FANS",
}

interface Pair {
  readonly fromUserId: number;
  readonly toUserId: number;
}

function follows(ctx: Context, { fromUserId, toUserId }: Pair): Promise<boolean> {
  return ctx.db.existsBy(Follow, { fromUserId, toUserId });
}

/** Whether one member blocks another. */
export function blocks(ctx: Context, userId: number, blockedUserId: number): Promise<boolean> {
  return hasBlocked(ctx, userId, blockedUserId);
}

/**
 * Follows a member; both become mutual if the other follows already. Following twice changes nothing.
 * @emits userFollowed
 * @throws {DomainError} NOT_FOUND, CANNOT_FOLLOW_SELF, FORBIDDEN without `userFollow.create`, BLOCKED_BY_YOU, BLOCKED_YOU.
 */
export const followUser = verb({
  name: "followUser",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    allow(canFollow(ctx.viewer, userId));
    await getUser(ctx, userId);
    const pair = { fromUserId: ctx.viewer.id, toUserId: userId };
    await inTransaction(ctx, async (ctx) => {
      await lockMembers(ctx, [pair.fromUserId, pair.toUserId]);
      if (await blocks(ctx, pair.fromUserId, pair.toUserId)) throw new DomainError("BLOCKED_BY_YOU");
      if (await blocks(ctx, pair.toUserId, pair.fromUserId)) throw new DomainError("BLOCKED_YOU");
      if (await follows(ctx, pair)) return;
      const isMutual = await follows(ctx, { fromUserId: pair.toUserId, toUserId: pair.fromUserId });
      await insert(ctx, Follow, { ...pair, isMutual, createdAt: ctx.now });
      if (isMutual) await setMutual(ctx, { fromUserId: pair.toUserId, toUserId: pair.fromUserId }, true);
      await count(ctx, pair, 1);
      ctx.emit(userFollowed({ ...pair, isMutual }));
    });
    return getUser(ctx, userId);
  },
});

/** Stops following a member. @emits userUnfollowed @throws {DomainError} NOT_FOUND. */
export const unfollowUser = verb({
  name: "unfollowUser",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    await getUser(ctx, userId);
    await inTransaction(ctx, (ctx) => removeFollow(ctx, { fromUserId: ctx.viewer.id, toUserId: userId }));
    return getUser(ctx, userId);
  },
});

/** Makes a fan stop following the viewer. @emits userUnfollowed @throws {DomainError} NOT_FOUND. */
export const removeFan = verb({
  name: "removeFan",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    await getUser(ctx, userId);
    await inTransaction(ctx, (ctx) => removeFollow(ctx, { fromUserId: userId, toUserId: ctx.viewer.id }));
    return getUser(ctx, userId);
  },
});

/**
 * Blocks a member, who thereby stops following the viewer (legacy-facts 5.1).
 * @emits userBlocked, userUnfollowed
 * @throws {DomainError} NOT_FOUND, CANNOT_BLOCK_SELF.
 */
export const blockUser = verb({
  name: "blockUser",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    allow(canBlock(ctx.viewer, userId));
    await getUser(ctx, userId);
    await inTransaction(ctx, async (ctx) => {
      await lockMembers(ctx, [ctx.viewer.id, userId]);
      if (await blocks(ctx, ctx.viewer.id, userId)) return;
      await insert(ctx, Block, { userId: ctx.viewer.id, blockedUserId: userId, createdAt: ctx.now });
      await removeFollow(ctx, { fromUserId: userId, toUserId: ctx.viewer.id });
      ctx.emit(userBlocked({ byUserId: ctx.viewer.id, blockedUserId: userId }));
    });
    return getUser(ctx, userId);
  },
});

/** Takes a block back. @throws {DomainError} NOT_FOUND. */
export const unblockUser = verb({
  name: "unblockUser",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    await getUser(ctx, userId);
    await inTransaction(ctx, (ctx) => ctx.db.delete(Block, { userId: ctx.viewer.id, blockedUserId: userId }));
    return getUser(ctx, userId);
  },
});

async function removeFollow(ctx: Context, pair: Pair): Promise<void> {
  await lockMembers(ctx, [pair.fromUserId, pair.toUserId]);
  const { affected } = await ctx.db.delete(Follow, { fromUserId: pair.fromUserId, toUserId: pair.toUserId });
  if (affected === 0) return;
  await setMutual(ctx, { fromUserId: pair.toUserId, toUserId: pair.fromUserId }, false);
  await count(ctx, pair, -1);
  ctx.emit(userUnfollowed(pair));
}

async function setMutual(ctx: Context, { fromUserId, toUserId }: Pair, isMutual: boolean): Promise<void> {
  await ctx.db.update(Follow, { fromUserId, toUserId }, { isMutual });
}

async function count(ctx: Context, { fromUserId, toUserId }: Pair, by: 1 | -1): Promise<void> {
  await ctx.db.increment(User, { id: fromUserId }, "followCount", by);
  await ctx.db.increment(User, { id: toUserId }, "fansCount", by);
}

/** What a list of related members is read from: the table, the fixed side, the side listed. */
interface RelationSource {
  readonly name: string;
  readonly table: "follows" | "blocks";
  readonly fixed: string;
  readonly listed: string;
}

const SOURCES: Readonly<Record<UserConnectionKind, RelationSource>> = {
  [UserConnectionKind.FOLLOWS]: {
    name: "follows",
    table: "follows",
    fixed: "fromUserId",
    listed: "toUserId",
  },
  [UserConnectionKind.FANS]: { name: "fans", table: "follows", fixed: "toUserId", listed: "fromUserId" },
};
const BLOCKED: RelationSource = {
  name: "blocked",
  table: "blocks",
  fixed: "userId",
  listed: "blockedUserId",
};

/** Whom a member follows, or who follows them; newest first. */
export function listRelations(
  ctx: Context,
  userId: number,
  kind: UserConnectionKind,
  page: PageRequest,
): Promise<Connection<User>> {
  allow(ctx.viewer.check("user.view"));
  return listRelated(ctx, SOURCES[kind], userId, page);
}

/** Whom the viewer blocks; newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listBlockedUsers(ctx: Context, page: PageRequest): Promise<Connection<User>> {
  allow(mustBeMember(ctx.viewer));
  return listRelated(ctx, BLOCKED, ctx.viewer.id, page);
}

async function listRelated(
  ctx: Context,
  { name, table, fixed, listed }: RelationSource,
  userId: number,
  { first, after }: PageRequest,
): Promise<Connection<User>> {
  checkFirst(first);
  const key = after ? (decodeCursor(name, after, ["string", "number"]) as readonly [string, number]) : null;
  const from = key ? `AND (r.createdAt < ? OR (r.createdAt = ? AND r.${listed} < ?))` : "";
  const found = await rows<{ id: number; at: string | Date }>(
    ctx,
    `SELECT r.${listed} AS id, r.createdAt AS at FROM ${table} r WHERE r.${fixed} = ? ${from}
     ORDER BY r.createdAt DESC, r.${listed} DESC LIMIT ?`,
    [userId, ...(key ? [key[0], key[0], key[1]] : []), first + 1],
  );
  const places = new Map(found.map(({ id, at }) => [id, sqlTime(timeOf(at))]));
  const ids = [...places.keys()];
  const people = ids.length
    ? await select(ctx, User, "u", `users u WHERE u.id IN (${ids.map(() => "?").join(", ")})`, ids)
    : [];
  const byId = new Map(people.map((user) => [user.id, user]));
  const ordered = ids.map((id) => byId.get(id)!);
  return pageOf(ordered, first, (user) => encodeCursor(name, [places.get(user.id)!, user.id]), key !== null);
}
