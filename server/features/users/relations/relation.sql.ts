import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, row, rows, sqlTime, timeOf } from "../../../core/sql.ts";

/**
 * Raw since each reply needs it, through a cached statement.
 * True if one member blocks another.
 */
export async function hasBlocked(ctx: Context, userId: number, blockedUserId: number): Promise<boolean> {
  const where = "b.userId = ? AND b.blockedUserId = ?";
  return (await row(ctx, `SELECT b.userId FROM blocks b WHERE ${where}`, [userId, blockedUserId])) !== null;
}

/** The members that one member follows, among some. */
export interface FollowState {
  readonly toUserId: number;
  readonly isMutual: boolean;
}

/** Raw since every list of members reads it. Reads which of some members one member follows. */
export async function followsAmong(
  ctx: Context,
  fromUserId: number,
  userIds: readonly number[],
): Promise<FollowState[]> {
  const follows = await rows<{ toUserId: number; isMutual: number }>(
    ctx,
    `SELECT f.toUserId, f.isMutual FROM follows f WHERE f.fromUserId = ? AND f.toUserId IN (${marks(userIds)})`,
    [fromUserId, ...userIds],
  );
  return follows.map(({ toUserId, isMutual }) => ({ toUserId, isMutual: Boolean(isMutual) }));
}

/** Raw since every list of members reads it. Reads which of some members one member blocks. */
export async function blockedAmong(
  ctx: Context,
  userId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const blocks = await rows<{ blockedUserId: number }>(
    ctx,
    `SELECT b.blockedUserId FROM blocks b WHERE b.userId = ? AND b.blockedUserId IN (${marks(userIds)})`,
    [userId, ...userIds],
  );
  return blocks.map(({ blockedUserId }) => blockedUserId);
}

/** A list of related members: its table, the side that is given, and the side that is listed. */
export interface RelationSource {
  readonly table: "follows" | "blocks";
  readonly fixed: string;
  readonly listed: string;
}

/** The place of a member within a list of relations: time as stored, and id. */
export type RelationPlace = readonly [createdAt: string, id: number];

/** Raw as the page of a list. Reads the newest related members of a member, from a place on. */
export async function newestRelated(
  ctx: Context,
  { table, fixed, listed }: RelationSource,
  userId: number,
  after: RelationPlace | null,
  limit: number,
): Promise<RelationPlace[]> {
  const older = after ? `AND (r.createdAt < ? OR (r.createdAt = ? AND r.${listed} < ?))` : "";
  const values: SqlValue[] = [userId, ...(after ? [after[0], after[0], after[1]] : []), limit];
  const related = await rows<{ id: number; at: string | Date }>(
    ctx,
    `SELECT r.${listed} AS id, r.createdAt AS at FROM ${table} r WHERE r.${fixed} = ? ${older}
     ORDER BY r.createdAt DESC, r.${listed} DESC LIMIT ?`,
    values,
  );
  return related.map(({ id, at }) => [sqlTime(timeOf(at)), id]);
}
