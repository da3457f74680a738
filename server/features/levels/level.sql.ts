import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import { UserStatus } from "../../core/viewer.ts";

/** Facts of a member as the engine gives them. */
export interface FactsRow {
  readonly id: number;
  readonly createdAt: string | Date;
  readonly levelGroupId: number | null;
  readonly repliesWritten: number;
  readonly likesReceived: number;
  readonly daysVisited: number | string;
  readonly postsRead: number | string;
  readonly likesGiven: number | string;
}

/**
 * Reads ids of the next members in good standing, and of others who have a level. Raw since it walks through all
 * members.
 */
export async function readLevelMembers(ctx: Context, afterId: number, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT u.id FROM users u WHERE u.id > ? AND (u.status = ${UserStatus.NORMAL} OR u.levelGroupId IS NOT NULL)
     ORDER BY u.id LIMIT ?`,
    [afterId, limit],
  );
  return found.map(({ id }) => Number(id));
}

/**
 * Reads the facts of members in one statement, each by an index that begins with the member. Raw since they are counts
 * over four tables.
 */
export function readFacts(ctx: Context, userIds: readonly number[]): Promise<FactsRow[]> {
  return rows<FactsRow>(
    ctx,
    `SELECT u.id, u.createdAt, u.levelGroupId, u.postCount AS repliesWritten, u.likedCount AS likesReceived,
       (SELECT COUNT(*) FROM active_days a WHERE a.userId = u.id) AS daysVisited,
       (SELECT COALESCE(SUM(m.number + 1), 0) FROM read_marks m WHERE m.userId = u.id) AS postsRead,
       (SELECT COUNT(*) FROM thread_likes l WHERE l.userId = u.id)
         + (SELECT COUNT(*) FROM post_likes p WHERE p.userId = u.id) AS likesGiven
     FROM users u WHERE u.id IN (${marks(userIds)}) ORDER BY u.id`,
    userIds,
  );
}
