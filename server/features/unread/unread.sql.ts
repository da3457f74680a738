import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";
import { SeatState } from "../rooms/room.entity.ts";
import { COUNT_COLUMNS, type CountColumn, type Counted } from "./unread.entity.ts";

/**
 * Locks, changes and reads the unread counters: the poll of every open window, and part of every message, like and reply.
 * Recounts them for hundreds of members in three statements.
 */

/** Names in backticks, which every engine takes: MySQL reserves `system`. */
const NAMES = COUNT_COLUMNS.map((column) => `\`${column}\``);
const COLUMNS = NAMES.join(", ");
const ROW = `(?, ${COUNT_COLUMNS.map(() => "?").join(", ")})`;
const ADD = {
  sqlite: `ON CONFLICT(userId) DO UPDATE SET ${NAMES.map((c) => `${c} = ${c} + excluded.${c}`).join(", ")}`,
  mysql: `ON DUPLICATE KEY UPDATE ${NAMES.map((c) => `${c} = ${c} + VALUES(${c})`).join(", ")}`,
} as const;

/** Changes of the counters of one member. */
export type CountChange = Partial<Record<CountColumn, number>>;

/** Locks the counters of members, in the order of the ids; those that do not exist yet are made. */
export async function lockCounters(ctx: Context, userIds: readonly number[]): Promise<void> {
  if (ctx.services.database.engine === "sqlite" || userIds.length === 0) return;
  await run(
    ctx,
    `INSERT INTO unread_counts (userId, ${COLUMNS}) VALUES ${userIds.map(() => ROW).join(", ")}
     ON DUPLICATE KEY UPDATE userId = VALUES(userId)`,
    userIds.flatMap((id) => [id, ...COUNT_COLUMNS.map(() => 0)]),
  );
}

/** Adds to the counters of members, in one statement. */
export async function addToCounters(
  ctx: Context,
  changes: readonly (readonly [userId: number, change: CountChange])[],
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO unread_counts (userId, ${COLUMNS}) VALUES ${changes.map(() => ROW).join(", ")}
     ${ADD[ctx.services.database.engine]}`,
    changes.flatMap(([userId, by]) => [userId, ...COUNT_COLUMNS.map((column) => by[column] ?? 0)]),
  );
}

/** Reads the counters of members; those without any are absent. */
export async function countersOf(ctx: Context, userIds: readonly number[]): Promise<Map<number, Counted>> {
  const counters = await rows<Counted & { userId: number }>(
    ctx,
    `SELECT c.userId, ${COLUMNS} FROM unread_counts c WHERE c.userId IN (${marks(userIds)})`,
    userIds,
  );
  return new Map(counters.map((counted) => [counted.userId, counted]));
}

/** Counts unread notifications of members by type. */
export function countNotifications(
  ctx: Context,
  userIds: readonly number[],
): Promise<{ userId: number; type: CountColumn; n: number }[]> {
  return rows<{ userId: number; type: CountColumn; n: number }>(
    ctx,
    `SELECT n.userId, n.type, COUNT(*) AS n FROM notifications n
     WHERE n.userId IN (${marks(userIds)}) AND n.readAt IS NULL GROUP BY n.userId, n.type`,
    userIds,
  );
}

/** Counts unread messages of members. */
export function countMessages(
  ctx: Context,
  userIds: readonly number[],
): Promise<{ userId: number; n: number }[]> {
  return rows<{ userId: number; n: number }>(
    ctx,
    `SELECT s.userId, COUNT(*) AS n FROM dialog_sides s JOIN messages m ON m.dialogId = s.dialogId
     WHERE s.userId IN (${marks(userIds)}) AND m.authorId = s.peerId AND m.id > s.readUpTo AND m.id > s.deletedUpTo
     GROUP BY s.userId`,
    userIds,
  );
}

/** Counts unread messages and invitations of group chats that members have not muted. */
export function countRoomMessages(
  ctx: Context,
  userIds: readonly number[],
): Promise<{ userId: number; n: number }[]> {
  const isCounted = `s.userId IN (${marks(userIds)}) AND s.isMuted = 0`;
  return rows<{ userId: number; n: number }>(
    ctx,
    `SELECT c.userId, SUM(c.n) AS n FROM (
       SELECT s.userId, COUNT(*) AS n FROM room_members s JOIN messages m ON m.roomId = s.roomId
       WHERE ${isCounted} AND s.state = '${SeatState.JOINED}'
         AND m.id > s.readUpTo AND m.authorId <> s.userId AND m.event IS NULL
       GROUP BY s.userId
       UNION ALL
       SELECT s.userId, COUNT(*) AS n FROM room_members s
       WHERE ${isCounted} AND s.state = '${SeatState.INVITED}'
       GROUP BY s.userId) AS c
     GROUP BY c.userId`,
    [...userIds, ...userIds],
  );
}

/** Reads the ids of the next members. */
export async function memberIdsAfter(ctx: Context, afterId: number, limit: number): Promise<number[]> {
  const from = "SELECT u.id FROM users u WHERE u.id > ? ORDER BY u.id LIMIT ?";
  return (await rows<{ id: number }>(ctx, from, [afterId, limit])).map(({ id }) => id);
}
