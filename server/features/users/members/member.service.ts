import { IsNull, LessThanOrEqual } from "typeorm";
import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { checkReason } from "../../../core/reason.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADMIN_GROUP_ID, allow, UserStatus, mustBeAdmin } from "../../../core/viewer.ts";
import { lockById, lockWhere } from "../../../core/write.ts";
import { getGroup } from "../../groups/group.service.ts";
import { yieldToGiven } from "../paid-groups/groupQueue.service.ts";
import { User } from "../user.entity.ts";
import { membershipDated, profileChanged, userGroupChanged, userStatusChanged } from "../user.events.ts";
import { getUser } from "../user.service.ts";
import { newestMembers, searchMembers, topMembers, type MemberOrder } from "./member.sql.ts";

/** The orders of members for administrators. */
export enum UserSort {
  NEWEST = "NEWEST",
  LAST_SEEN = "LAST_SEEN",
  MOST_POSTS = "MOST_POSTS",
}
const ORDERS = {
  [UserSort.LAST_SEEN]: "lastSeenMinute",
  [UserSort.MOST_POSTS]: "postCount",
} as const satisfies Partial<Record<UserSort, MemberOrder>>;
const STATUSES = Object.values(UserStatus).filter((status) => typeof status === "number");

const LIST = "members";

/** Input of `setUserGroup`. */
export interface UserGroupInput {
  readonly userId: number;
  readonly groupId: number;
  /** Time at which what they bought goes on, or the default group returns; null for never. */
  readonly expiresAt?: Date | null;
  /** Shown to the member. */
  readonly reason?: string | null;
}

/**
 * Moves a member to another group, for a time or for good. What they bought of groups waits for its end, or ends where it
 * is for good.
 * @emits profileChanged, userGroupChanged, membershipDated
 * @throws {DomainError} NOT_FOUND; IN_USE for the last administrator; INVALID_PARAMETER for a time
 *   that has passed.
 */
export const setUserGroup = verb({
  name: "setUserGroup",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(
    ctx: Context,
    { userId, groupId, expiresAt = null, reason: reasonText }: UserGroupInput,
  ): Promise<User> {
    const reason = checkReason(reasonText);
    await getGroup(ctx, groupId);
    if (expiresAt && expiresAt <= ctx.now)
      throw invalid("expiresAt", "到期时间必须在未来", "The group must end in the future.");
    await inTransaction(ctx, async (ctx) => {
      const user = await lockMember(ctx, userId);
      if (groupId !== ADMIN_GROUP_ID || expiresAt) await refuseIfLastAdmin(ctx, user);
      const { ended, ...returning } = await yieldToGiven(ctx, userId, { groupId, endsAt: expiresAt });
      const given = { groupId, groupExpiresAt: expiresAt, updatedAt: new Date() };
      await ctx.db.update(User, { id: userId }, { ...given, ...returning });
      noteChange(ctx, {
        target: `user:${userId}`,
        before: { groupId: user.groupId, groupExpiresAt: user.groupExpiresAt },
        after: { groupId, groupExpiresAt: expiresAt, ...(ended > 0 && { endedPeriods: ended }) },
        reason,
      });
      ctx.emit(profileChanged({ userId }));
      const isNewDate = user.groupId !== groupId || user.groupExpiresAt?.getTime() !== expiresAt?.getTime();
      if (expiresAt && isNewDate)
        ctx.emit(membershipDated({ userId, groupId, expiresAt: expiresAt.toISOString() }));
      if (user.groupId !== groupId)
        ctx.emit(userGroupChanged({ userId, fromGroupId: user.groupId, toGroupId: groupId, reason }));
    });
    return getUser(ctx, userId);
  },
});

/** Locks a member in the transaction that changes them. @throws {DomainError} NOT_FOUND. */
export async function lockMember(ctx: Context, userId: number): Promise<User> {
  const user = await lockById(ctx, User, userId);
  if (!user) throw new DomainError("NOT_FOUND");
  return user;
}

/** Refuses to change the last permanent administrator. @throws {DomainError} IN_USE. */
export async function refuseIfLastAdmin(ctx: Context, user: User): Promise<void> {
  const isLasting = user.status === UserStatus.NORMAL && user.groupExpiresAt === null;
  if (user.groupId !== ADMIN_GROUP_ID || !isLasting) return;
  const lasting = { groupId: ADMIN_GROUP_ID, status: UserStatus.NORMAL, groupExpiresAt: IsNull() };
  const admins = await lockWhere(ctx, User, lasting);
  if (admins.some(({ id }) => id !== user.id)) return;
  throw new DomainError("IN_USE", {
    text: { zh: "至少需要保留一名管理员", en: "At least one administrator must remain." },
  });
}

/** The columns of a member that say how they stand. */
export type Standing = Pick<User, "status" | "statusReason" | "bannedUntil">;

/** Sets the standing of a member, in the transaction that has locked them. */
export async function setStanding(ctx: Context, userId: number, standing: Standing): Promise<void> {
  const { status, statusReason, bannedUntil } = standing;
  await ctx.db.update(User, { id: userId }, { status, statusReason, bannedUntil, updatedAt: new Date() });
}

/** Bans that one run of the job ends. */
const BANS_PER_RUN = 100;

/**
 * Ends the bans whose time is over: viewers are judged by the time anyway, this is for lists and notifications.
 * @emits profileChanged, userStatusChanged
 */
export async function endBans(ctx: Context): Promise<void> {
  const over = { status: UserStatus.BANNED, bannedUntil: LessThanOrEqual(ctx.now) };
  const ended = { status: UserStatus.NORMAL, statusReason: "", bannedUntil: null };
  const members = await ctx.db.find(User, { select: { id: true }, where: over, take: BANS_PER_RUN });
  for (const { id: userId } of members) {
    await inTransaction(ctx, async (ctx) => {
      // Unless somebody has given it another end meanwhile.
      const changed = { ...ended, updatedAt: new Date() };
      if (((await ctx.db.update(User, { id: userId, ...over }, changed)).affected ?? 0) === 0) return;
      ctx.emit(profileChanged({ userId }));
      const change = { userId, from: UserStatus.BANNED, to: UserStatus.NORMAL, reason: "" };
      ctx.emit(userStatusChanged(change));
    });
  }
}

/** Gives a member another password, in the caller's transaction. */
export async function setPasswordHash(ctx: Context, userId: number, passwordHash: string): Promise<void> {
  await ctx.db.update(User, { id: userId }, { passwordHash });
}

/** Sets when an account is erased; null for one that stays. In the caller's transaction. */
export async function setClosing(ctx: Context, userId: number, closesAt: Date | null): Promise<void> {
  await ctx.db.update(User, { id: userId }, { closesAt });
}

/** Counts the administrators; inside a transaction on MySQL their rows are locked until it ends. */
export async function countAdmins(ctx: Context): Promise<number> {
  const admins = { groupId: ADMIN_GROUP_ID, status: UserStatus.NORMAL };
  return ctx.writing ? (await lockWhere(ctx, User, admins)).length : ctx.db.countBy(User, admins);
}

/** Filter of a list of members. */
export interface MemberFilter {
  /** The beginning of a user name or nickname, or an id. */
  readonly query?: string | null;
  readonly groupId?: number;
  readonly status?: UserStatus | null;
  /** Members alone who registered, or whose profile changed, at or after this time. */
  readonly updatedSince?: Date | null;
  readonly sort?: UserSort;
}

/**
 * Lists members for administrators, newest first unless another order is asked for; a search gives the best matches by
 * name and no further pages.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function listMembers(
  ctx: Context,
  filter: MemberFilter,
  page: PageRequest,
): Promise<Connection<User>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const cursorOf = ({ id }: User): string => encodeCursor(LIST, [id]);
  const query = nameKey(filter.query ?? "");
  const order = filter.sort === undefined || filter.sort === UserSort.NEWEST ? null : ORDERS[filter.sort];
  if (query !== "") {
    const matches = await searchMembers(ctx, query, filter);
    if (order) matches.sort(mostFirst(order));
    return pageOf(matches.slice(0, first), first, cursorOf, false, false);
  }
  if (order) return listBy(ctx, order, filter, { first, after: page.after });
  const below = page.after
    ? (decodeCursor(LIST, page.after, ["number"])[0] as number)
    : Number.MAX_SAFE_INTEGER;
  const members = await newestMembers(ctx, filter, below, first + 1);
  return pageOf(members, first, cursorOf, Boolean(page.after));
}

function mostFirst(column: MemberOrder): (a: User, b: User) => number {
  return (a, b) => b[column] - a[column] || b.id - a.id;
}

async function listBy(
  ctx: Context,
  column: MemberOrder,
  { groupId, status, updatedSince }: MemberFilter,
  { first, after }: { readonly first: number; readonly after?: string | null | undefined },
): Promise<Connection<User>> {
  const list = `${LIST}.${column}`;
  const from = after
    ? (decodeCursor(list, after, ["number", "number"]) as unknown as readonly [number, number])
    : null;
  const statuses = status === undefined || status === null ? STATUSES : [status];
  const members = await topMembers(ctx, column, { groupId, statuses, updatedSince }, from, first + 1);
  members.sort(mostFirst(column));
  const cursorOf = (user: User): string => encodeCursor(list, [user[column], user.id]);
  return pageOf(members.slice(0, first + 1), first, cursorOf, from !== null);
}
