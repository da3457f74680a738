import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";
import type { userBlocked } from "../users/user.events.ts";
import { WatchLevel, WatchTarget } from "../watches/watch.entity.ts";

/** What watching follows from what members do. */

const KEEP = {
  sqlite: "ON CONFLICT (userId, target, targetId) DO NOTHING",
  mysql: "ON DUPLICATE KEY UPDATE level = level",
} as const;

/** Who has replied where. */
export interface Replying {
  readonly threadId: number;
  readonly authorId: number;
}

/** Lets those who have chosen so watch the threads that they have replied to, unless they have chosen a level there. */
export async function watchReplied(ctx: Context, replies: readonly Replying[]): Promise<void> {
  const authorIds = [...new Set(replies.map(({ authorId }) => authorId))];
  if (authorIds.length === 0) return;
  const willing = await rows<{ userId: number }>(
    ctx,
    `SELECT c.userId FROM watch_choices c WHERE c.watchReplied = 1 AND c.userId IN (${marks(authorIds)})`,
    authorIds,
  );
  const ids = new Set(willing.map(({ userId }) => Number(userId)));
  const kept = new Map(
    replies
      .filter(({ authorId }) => ids.has(authorId))
      .map(({ authorId, threadId }) => [`${authorId} ${threadId}`, [authorId, threadId] as const]),
  );
  if (kept.size === 0) return;
  await run(
    ctx,
    `INSERT INTO watches (userId, target, targetId, level, changedAt)
     VALUES ${[...kept].map(() => "(?, ?, ?, ?, ?)").join(", ")} ${KEEP[ctx.services.database.engine]}`,
    [...kept.values()].flatMap(([userId, threadId]) => [
      ...[userId, WatchTarget.THREAD, threadId, WatchLevel.WATCHING],
      ctx.now,
    ]),
  );
}

/** Members who part stop watching each other; what they have muted stays muted. */
export async function partWatchers(
  ctx: Context,
  news: readonly Parameters<typeof userBlocked>[0][],
): Promise<void> {
  for (const { byUserId, blockedUserId } of news) {
    await run(
      ctx,
      `DELETE FROM watches WHERE target = ? AND level = ?
         AND ((userId = ? AND targetId = ?) OR (userId = ? AND targetId = ?))`,
      [WatchTarget.MEMBER, WatchLevel.WATCHING, byUserId, blockedUserId, blockedUserId, byUserId],
    );
  }
}
