import type { Context, SqlValue } from "../../../core/context.ts";
import { byIndex, select, selectEach } from "../../../core/sql.ts";
import type { UserStatus } from "../../../core/viewer.ts";
import { User } from "../user.entity.ts";

/** Most members that one range of names is read for. */
const SEARCH_MAX = 50;
/** Follows every character that a name may contain. */
const LAST = "\u{10FFFF}";

/** Limits of a list of members. */
export interface MemberLimits {
  readonly groupId?: number;
  readonly status?: UserStatus | null;
  readonly updatedSince?: Date | null;
}

/** Limits of a list that reads each status by itself. */
export interface StatusLimits extends Omit<MemberLimits, "status"> {
  readonly statuses: readonly UserStatus[];
}

/** Columns that members are ordered by; each has an index that begins with group and status, or status. */
export type MemberOrder = "lastSeenMinute" | "postCount";

function conditionsOf({ groupId, status, updatedSince }: MemberLimits): {
  sql: string[];
  values: SqlValue[];
} {
  const sql: string[] = [];
  const values: SqlValue[] = [];
  if (groupId !== undefined) {
    sql.push("u.groupId = ?");
    values.push(groupId);
  }
  if (status !== undefined && status !== null) {
    sql.push("u.status = ?");
    values.push(status);
  }
  if (updatedSince) {
    sql.push("u.updatedAt >= ?");
    values.push(updatedSince);
  }
  return { sql, values };
}

/** Raw as the page of a list. Reads the newest members below an id. */
export function newestMembers(
  ctx: Context,
  limits: MemberLimits,
  below: number,
  limit: number,
): Promise<User[]> {
  const { sql, values } = conditionsOf(limits);
  const where = ["u.id < ?", ...sql].join(" AND ");
  // Of what changed lately there is little, and the order of ids would lead through all members.
  const index = limits.updatedSince ? byIndex(ctx, "ix_users_updatedAt_id") : "";
  return select(ctx, User, "u", `users u ${index} WHERE ${where} ORDER BY u.id DESC LIMIT ?`, [
    below,
    ...values,
    limit,
  ]);
}

/**
 * Raw since each status is one range of one index, which TypeORM cannot demand, and all are read in one statement.
 * Reads the members with the greatest value of a column, for each status; in any order.
 * @param after value and id of the last member of the page before
 */
export function topMembers(
  ctx: Context,
  column: MemberOrder,
  { groupId, statuses, updatedSince }: StatusLimits,
  after: readonly [value: number, id: number] | null,
  limit: number,
): Promise<User[]> {
  const ofGroup = groupId !== undefined;
  const index = ofGroup ? `ix_users_groupId_status_${column}_id` : `ix_users_status_${column}_id`;
  const where = [
    ...(ofGroup ? ["u.groupId = ?"] : []),
    "u.status = ?",
    ...(updatedSince ? ["u.updatedAt >= ?"] : []),
    ...(after ? [`u.${column} <= ? AND (u.${column} < ? OR u.id < ?)`] : []),
  ].join(" AND ");
  return selectEach(
    ctx,
    User,
    "u",
    `users u ${byIndex(ctx, index)} WHERE ${where} ORDER BY u.${column} DESC, u.id DESC LIMIT ?`,
    statuses.map((status) => [
      ...(ofGroup ? [groupId] : []),
      status,
      ...(updatedSince ? [updatedSince] : []),
      ...(after ? [after[0], after[0], after[1]] : []),
      limit,
    ]),
  );
}

/**
 * Raw as a search: each way of searching reads one range of one index.
 * Finds members by id, or by the beginning of a user name or nickname.
 * @param query normalised as name keys are
 */
export async function searchMembers(ctx: Context, query: string, limits: MemberLimits): Promise<User[]> {
  const ranges: { where: string; values: SqlValue[]; order: string }[] = [];
  if (/^\d{1,15}$/.test(query)) ranges.push({ where: "u.id = ?", values: [Number(query)], order: "u.id" });
  for (const column of ["usernameKey", "nicknameKey"]) {
    const where = `u.${column} >= ? AND u.${column} < ?`;
    ranges.push({ where, values: [query, query + LAST], order: `u.${column}` });
  }
  const { sql, values } = conditionsOf(limits);
  const matches = new Map<number, User>();
  for (const range of ranges) {
    const where = [range.where, ...sql].join(" AND ");
    const from = `users u WHERE ${where} ORDER BY ${range.order} LIMIT ?`;
    const users = await select(ctx, User, "u", from, [...range.values, ...values, SEARCH_MAX]);
    for (const user of users) matches.set(user.id, user);
  }
  return [...matches.values()];
}
