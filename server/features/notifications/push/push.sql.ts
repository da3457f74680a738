import type { Context } from "../../../core/context.ts";
import { marks, rows } from "../../../core/sql.ts";
import { MemberStatus } from "../../../core/viewer.ts";

/**
 * Reads subscriptions by the state of their session and member, which are not their relations: for many members at once
 * on every delivery, and slice by slice in the sweep.
 */

/** A subscription ends with its session, and when its member is banned. */
const LIVING = `push_subscriptions p
  JOIN sessions s ON s.id = p.sessionId AND s.userId = p.userId AND s.expiresAt > ?
  JOIN users u ON u.id = p.userId AND u.status = 0`;

/** A browser of a member, as it is stored. */
export interface StoredDevice {
  readonly id: number;
  readonly sealed: string;
}

/** Reads where a member is reached now. */
export function livingDevices(ctx: Context, userId: number): Promise<StoredDevice[]> {
  return rows<StoredDevice>(ctx, `SELECT p.id, p.sealed FROM ${LIVING} WHERE p.userId = ? ORDER BY p.id`, [
    ctx.now,
    userId,
  ]);
}

/** Tells which of these members are reached now. */
export async function reachableByPush(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await rows<{ userId: number }>(
    ctx,
    `SELECT DISTINCT p.userId FROM ${LIVING} WHERE p.userId IN (${marks(userIds)})`,
    [ctx.now, ...userIds],
  );
  return new Set(found.map(({ userId }) => userId));
}

/** A subscription as its owner lists it; times as the engine gives them. */
interface DeviceRow {
  readonly id: number;
  readonly sessionId: number;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Reads the browsers in which a member is told, the newest first. */
export function devicesOf(ctx: Context, userId: number): Promise<DeviceRow[]> {
  return rows<DeviceRow>(
    ctx,
    `SELECT p.id, p.sessionId, p.userAgent, p.createdAt, p.lastUsedAt FROM ${LIVING}
     WHERE p.userId = ? ORDER BY p.id DESC`,
    [ctx.now, userId],
  );
}

/** Reads the next subscriptions, and which of them belong to a session that has ended or a banned member. */
export function sweptSubscriptions(
  ctx: Context,
  afterId: number,
  limit: number,
): Promise<{ id: number; isDead: number }[]> {
  return rows<{ id: number; isDead: number }>(
    ctx,
    `SELECT p.id, (s.id IS NULL OR u.status = ?) AS isDead
     FROM (SELECT x.id, x.userId, x.sessionId FROM push_subscriptions x WHERE x.id > ? ORDER BY x.id LIMIT ${limit}) p
     LEFT JOIN sessions s ON s.id = p.sessionId AND s.userId = p.userId AND s.expiresAt > ?
     JOIN users u ON u.id = p.userId`,
    [MemberStatus.BANNED, afterId, ctx.now],
  );
}
