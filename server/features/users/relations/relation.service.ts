import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import {
  checkFirst,
  counted,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { lockMembers } from "../lock.sql.ts";
import { Block, Follow } from "./relation.entity.ts";
import { mayViewFollows } from "../members/privacy.service.ts";
import { hasBlocked, newestRelated, type RelationPlace, type RelationSource } from "./relation.sql.ts";
import { User } from "../user.entity.ts";
import { userBlocked, userFollowed, userUnfollowed } from "../user.events.ts";
import { canBlock, canFollow } from "../user.policy.ts";
import { getUser } from "../user.service.ts";
import { readUsers } from "../user.sql.ts";
import { noteDeed } from "../deeds.ts";

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

/** True if one member blocks another. */
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

/**
 * Makes two members who have nothing to do with each other follow each other, in the caller's transaction.
 * @emits userFollowed
 */
export async function befriend(ctx: Context, oneId: number, otherId: number): Promise<void> {
  await lockMembers(ctx, [oneId, otherId]);
  const pairs = [
    { fromUserId: oneId, toUserId: otherId },
    { fromUserId: otherId, toUserId: oneId },
  ];
  for (const pair of pairs) {
    await insert(ctx, Follow, { ...pair, isMutual: true, createdAt: ctx.now });
    await count(ctx, pair, 1);
    ctx.emit(userFollowed({ ...pair, isMutual: true }));
  }
}

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
  noteDeed(ctx, toUserId);
}

/** A list of related members, named in its cursors. */
interface RelationList extends RelationSource {
  readonly name: string;
}

const LISTS: Readonly<Record<UserConnectionKind, RelationList>> = {
  [UserConnectionKind.FOLLOWS]: {
    name: "follows",
    table: "follows",
    fixed: "fromUserId",
    listed: "toUserId",
  },
  [UserConnectionKind.FANS]: { name: "fans", table: "follows", fixed: "toUserId", listed: "fromUserId" },
};
const BLOCKED: RelationList = {
  name: "blocked",
  table: "blocks",
  fixed: "userId",
  listed: "blockedUserId",
};

/**
 * Lists the members whom a member follows, or their followers; newest first.
 * @throws {DomainError} FORBIDDEN without `user.view`, and where the member keeps the list to others.
 */
export async function listRelations(
  ctx: Context,
  user: User,
  kind: UserConnectionKind,
  page: PageRequest,
): Promise<Connection<User>> {
  allow(ctx.viewer.check("user.view"));
  allow(await mayViewFollows(ctx, user.id));
  const related = await listRelated(ctx, LISTS[kind], user.id, page);
  return counted(related, kind === UserConnectionKind.FOLLOWS ? user.followCount : user.fansCount);
}

/** Lists the members whom the viewer blocks; newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listBlockedUsers(ctx: Context, page: PageRequest): Promise<Connection<User>> {
  allow(mustBeMember(ctx.viewer));
  return listRelated(ctx, BLOCKED, ctx.viewer.id, page);
}

async function listRelated(
  ctx: Context,
  list: RelationList,
  userId: number,
  { first, after }: PageRequest,
): Promise<Connection<User>> {
  checkFirst(first);
  const key = after
    ? (decodeCursor(list.name, after, ["string", "number"]) as unknown as RelationPlace)
    : null;
  const related = await newestRelated(ctx, list, userId, key, first + 1);
  const places = new Map(related.map((place) => [place[1], place]));
  const ids = [...places.keys()];
  const users = ids.length > 0 ? await readUsers(ctx, ids) : [];
  const byId = new Map(users.map((user) => [user.id, user]));
  const ordered = ids.map((id) => byId.get(id)!);
  return pageOf(ordered, first, ({ id }) => encodeCursor(list.name, places.get(id)!), key !== null);
}

/** Relations that one transaction removes: on SQLite all other writes wait for it. */
const ERASED_SLICE = 50;

/** Ends all that ties a member to others: whom they follow and block, and who follows them. @emits userUnfollowed */
export async function eraseRelations(ctx: Context, userId: number): Promise<void> {
  for (;;) {
    const pairs = await ctx.db.find(Follow, {
      where: [{ fromUserId: userId }, { toUserId: userId }],
      take: ERASED_SLICE,
    });
    if (pairs.length === 0) break;
    for (const { fromUserId, toUserId } of pairs)
      await inTransaction(ctx, (ctx) => removeFollow(ctx, { fromUserId, toUserId }));
  }
  await inTransaction(ctx, (ctx) => ctx.db.delete(Block, { userId }));
}
