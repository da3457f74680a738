import type { Context } from "../../../core/context.ts";
import { marks, rows, timeOf } from "../../../core/sql.ts";
import { UserStatus } from "../../../core/viewer.ts";

/**
 * Reads subscriptions by the state of their session and member, which are not their relations: for many members at once
 * on every delivery, and slice by slice in the sweep.
 */

/** A subscription ends with its session, and when its member is banned. */
const ACTIVE = `push_subscriptions p
  JOIN sessions s ON s.id = p.sessionId AND s.userId = p.userId AND s.expiresAt > ?
  JOIN users u ON u.id = p.userId AND u.status = 0`;

/** A browser of a member, as it is stored. */
export interface StoredDevice {
  readonly id: number;
  readonly sealed: string;
}

/** Reads the active subscriptions of a member. */
export function activeDevices(ctx: Context, userId: number): Promise<StoredDevice[]> {
  return rows<StoredDevice>(ctx, `SELECT p.id, p.sealed FROM ${ACTIVE} WHERE p.userId = ? ORDER BY p.id`, [
    ctx.now,
    userId,
  ]);
}

/** Finds the members who have an active subscription. */
export async function reachableByPush(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const reachable = await rows<{ userId: number }>(
    ctx,
    `SELECT DISTINCT p.userId FROM ${ACTIVE} WHERE p.userId IN (${marks(userIds)})`,
    [ctx.now, ...userIds],
  );
  return new Set(reachable.map(({ userId }) => userId));
}

/** A subscription as its owner lists it. */
interface DeviceRow {
  readonly id: number;
  readonly sessionId: number;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Reads the browsers to which a member is sent notifications, newest first. */
export async function devicesOf(ctx: Context, userId: number): Promise<DeviceRow[]> {
  const devices = await rows<DeviceRow>(
    ctx,
    `SELECT p.id, p.sessionId, p.userAgent, p.createdAt, p.lastUsedAt FROM ${ACTIVE}
     WHERE p.userId = ? ORDER BY p.id DESC`,
    [ctx.now, userId],
  );
  return devices.map((device) => ({
    ...device,
    createdAt: timeOf(device.createdAt),
    lastUsedAt: device.lastUsedAt && timeOf(device.lastUsedAt),
  }));
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
    [UserStatus.BANNED, afterId, ctx.now],
  );
}
