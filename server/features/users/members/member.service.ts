import { IsNull } from "typeorm";
import { noteChange } from "../../../core/audit.ts";
import type { Context, SqlValue } from "../../../core/context.ts";
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
import { byIndex, select, selectEach } from "../../../core/sql.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADMIN_GROUP_ID, allow, MemberStatus, mustBeAdmin } from "../../../core/viewer.ts";
import { lockById, lockWhere } from "../../../core/write.ts";
import { getGroup } from "../../groups/group.service.ts";
import { User } from "../user.entity.ts";
import { membershipDated, profileChanged, userGroupChanged } from "../user.events.ts";
import { getUser } from "../user.service.ts";

/** The orders of members for administrators. */
export enum UserSort {
  NEWEST = "NEWEST",
  LAST_SEEN = "LAST_SEEN",
  MOST_POSTS = "MOST_POSTS",
}
/** What members are ordered by, most first; each with an index that begins with group and status, or status. */
const ORDERS = { [UserSort.LAST_SEEN]: "lastSeenMinute", [UserSort.MOST_POSTS]: "postCount" } as const;
const STATUSES = Object.values(MemberStatus).filter((status) => typeof status === "number");

const LIST = "members";
/** Members that a search by name finds at most; who looks for more types another letter. */
const SEARCH_MAX = 50;
/** Comes after every character that a name may contain. */
const LAST = "\u{10FFFF}";

/** What `setUserGroup` takes. */
export interface UserGroupInput {
  readonly userId: number;
  readonly groupId: number;
  /** When the default group returns; null for never. */
  readonly expiresAt?: Date | null;
  /** Why; the member is told. */
  readonly reason?: string | null;
}

/**
 * Moves a member to another group, for a time or for good.
 * @emits profileChanged, userGroupChanged, membershipDated
 * @throws {DomainError} NOT_FOUND; IN_USE for the last administrator, who must stay one; INVALID_PARAMETER for a time
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
    { userId, groupId, expiresAt = null, reason: given }: UserGroupInput,
  ): Promise<User> {
    const reason = checkReason(given);
    await getGroup(ctx, groupId);
    if (expiresAt && expiresAt <= ctx.now)
      throw invalid("expiresAt", "到期时间必须在未来", "The group must end in the future.");
    await inTransaction(ctx, async (ctx) => {
      const user = await lockMember(ctx, userId);
      if (groupId !== ADMIN_GROUP_ID || expiresAt) await keepLastAdmin(ctx, user);
      await ctx.db.update(User, { id: userId }, { groupId, groupExpiresAt: expiresAt });
      noteChange(ctx, {
        target: `user:${userId}`,
        before: { groupId: user.groupId, groupExpiresAt: user.groupExpiresAt },
        after: { groupId, groupExpiresAt: expiresAt },
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

/** A member in the transaction that changes them. @throws {DomainError} NOT_FOUND. */
export async function lockMember(ctx: Context, userId: number): Promise<User> {
  const user = await lockById(ctx, User, userId);
  if (!user) throw new DomainError("NOT_FOUND");
  return user;
}

/** @throws {DomainError} IN_USE if nobody else is an administrator for good, and the member is one. */
export async function keepLastAdmin(ctx: Context, user: User): Promise<void> {
  const isLasting = user.status === MemberStatus.NORMAL && user.groupExpiresAt === null;
  if (user.groupId !== ADMIN_GROUP_ID || !isLasting) return;
  const lasting = { groupId: ADMIN_GROUP_ID, status: MemberStatus.NORMAL, groupExpiresAt: IsNull() };
  const admins = await lockWhere(ctx, User, lasting);
  if (admins.some(({ id }) => id !== user.id)) return;
  throw new DomainError("IN_USE", {
    text: { zh: "至少需要保留一名管理员", en: "At least one administrator must remain." },
  });
}

/** Changes whether a member may take part, and why, in the transaction that has locked them. */
export async function setStanding(
  ctx: Context,
  userId: number,
  status: MemberStatus,
  statusReason: string,
): Promise<void> {
  await ctx.db.update(User, { id: userId }, { status, statusReason });
}

/** Gives a member another password, in the caller's transaction. */
export async function setPasswordHash(ctx: Context, userId: number, passwordHash: string): Promise<void> {
  await ctx.db.update(User, { id: userId }, { passwordHash });
}

/** How many administrators there are; inside a transaction on MySQL their rows are locked until it ends. */
export async function countAdmins(ctx: Context): Promise<number> {
  const admins = { groupId: ADMIN_GROUP_ID, status: MemberStatus.NORMAL };
  return ctx.writing ? (await lockWhere(ctx, User, admins)).length : ctx.db.countBy(User, admins);
}

/** Which members to list. */
export interface MemberFilter {
  /** The beginning of a user name or nickname, or an id. */
  readonly query?: string | null;
  readonly groupId?: number;
  readonly status?: MemberStatus | null;
  readonly sort?: UserSort;
}

/**
 * Members for administrators, newest first unless another order is asked for; a search gives the best matches by name
 * and no further pages.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function listMembers(
  ctx: Context,
  filter: MemberFilter,
  page: PageRequest,
): Promise<Connection<User>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (filter.groupId !== undefined) {
    conditions.push("u.groupId = ?");
    values.push(filter.groupId);
  }
  if (filter.status !== undefined && filter.status !== null) {
    conditions.push("u.status = ?");
    values.push(filter.status);
  }
  const cursorOf = ({ id }: User): string => encodeCursor(LIST, [id]);
  const query = nameKey(filter.query ?? "");
  if (query !== "") {
    const found = await searchMembers(ctx, query, conditions, values);
    const by = filter.sort === undefined || filter.sort === UserSort.NEWEST ? null : ORDERS[filter.sort];
    if (by) found.sort((a, b) => b[by] - a[by] || b.id - a.id);
    return pageOf(found.slice(0, first), first, cursorOf, false, false);
  }
  if (filter.sort !== undefined && filter.sort !== UserSort.NEWEST)
    return listBy(ctx, ORDERS[filter.sort], filter, { first, after: page.after });
  const below = page.after ? decodeCursor(LIST, page.after, ["number"])[0]! : Number.MAX_SAFE_INTEGER;
  const where = ["u.id < ?", ...conditions].join(" AND ");
  const found = await select(ctx, User, "u", `users u WHERE ${where} ORDER BY u.id DESC LIMIT ?`, [
    below,
    ...values,
    first + 1,
  ]);
  return pageOf(found, first, cursorOf, Boolean(page.after));
}

/** One range of one index for each standing that is asked for, put together. */
async function listBy(
  ctx: Context,
  column: (typeof ORDERS)[keyof typeof ORDERS],
  { groupId, status }: MemberFilter,
  { first, after }: { readonly first: number; readonly after?: string | null | undefined },
): Promise<Connection<User>> {
  const list = `${LIST}.${column}`;
  const from = after ? decodeCursor(list, after, ["number", "number"]) : null;
  const index =
    groupId === undefined ? `ix_users_status_${column}_id` : `ix_users_groupId_status_${column}_id`;
  const where = [
    ...(groupId === undefined ? [] : ["u.groupId = ?"]),
    "u.status = ?",
    ...(from ? [`u.${column} <= ? AND (u.${column} < ? OR u.id < ?)`] : []),
  ].join(" AND ");
  const statuses = status === undefined || status === null ? STATUSES : [status];
  const found = await selectEach(
    ctx,
    User,
    "u",
    `users u ${byIndex(ctx, index)} WHERE ${where} ORDER BY u.${column} DESC, u.id DESC LIMIT ?`,
    statuses.map((each) => [
      ...(groupId === undefined ? [] : [groupId]),
      each,
      ...(from ? [from[0]!, from[0]!, from[1]!] : []),
      first + 1,
    ]),
  );
  found.sort((a, b) => b[column] - a[column] || b.id - a.id);
  const cursorOf = (user: User): string => encodeCursor(list, [user[column], user.id]);
  return pageOf(found.slice(0, first + 1), first, cursorOf, from !== null);
}

/** Each way of searching reads one range of one index. */
async function searchMembers(
  ctx: Context,
  query: string,
  conditions: readonly string[],
  values: readonly SqlValue[],
): Promise<User[]> {
  const ranges: { where: string; values: SqlValue[]; order: string }[] = [];
  if (/^\d{1,15}$/.test(query)) ranges.push({ where: "u.id = ?", values: [Number(query)], order: "u.id" });
  for (const column of ["usernameKey", "nicknameKey"]) {
    const where = `u.${column} >= ? AND u.${column} < ?`;
    ranges.push({ where, values: [query, query + LAST], order: `u.${column}` });
  }
  const found = new Map<number, User>();
  for (const range of ranges) {
    const where = [range.where, ...conditions].join(" AND ");
    const from = `users u WHERE ${where} ORDER BY ${range.order} LIMIT ?`;
    const part = await select(ctx, User, "u", from, [...range.values, ...values, SEARCH_MAX]);
    for (const user of part) found.set(user.id, user);
  }
  return [...found.values()];
}
