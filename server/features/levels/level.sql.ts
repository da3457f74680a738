import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import { UserStatus } from "../../core/viewer.ts";
import { HOST_NAME } from "../users/user.entity.ts";

/** Texts of one thread that count as read at most: who jumps to the end of a long one has not read it. */
const READ_PER_THREAD_MAX = 100;

/** Facts of a member as the engine gives them. */
export interface FactsRow {
  readonly id: number;
  readonly username: string;
  readonly createdAt: string | Date;
  readonly levelGroupId: number | null;
  readonly status: UserStatus;
  readonly lastFaultAt: string | Date | null;
  readonly repliesWritten: number;
  readonly likesReceived: number;
  readonly daysVisited: number | string;
  readonly postsRead: number | string;
  readonly likesGiven: number | string;
}

/**
 * Reads ids of the next members in good standing, without the forum's own account, and of others who have a level. Raw
 * since it walks through all members.
 */
export async function readLevelMembers(ctx: Context, afterId: number, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT u.id FROM users u
     WHERE u.id > ? AND ((u.status = ${UserStatus.NORMAL} AND u.username <> ?) OR u.levelGroupId IS NOT NULL)
     ORDER BY u.id LIMIT ?`,
    [afterId, HOST_NAME, limit],
  );
  return found.map(({ id }) => Number(id));
}

/**
 * Reads the facts of members in one statement, each by an index that begins with the member. Raw since they are counts
 * over five tables.
 */
export function readFacts(ctx: Context, userIds: readonly number[]): Promise<FactsRow[]> {
  return rows<FactsRow>(
    ctx,
    `SELECT u.id, u.username, u.createdAt, u.levelGroupId, u.status, v.lastFaultAt, u.postCount AS repliesWritten, u.likedCount AS likesReceived,
       (SELECT COUNT(*) FROM active_days a WHERE a.userId = u.id) AS daysVisited,
       (SELECT COALESCE(SUM(CASE WHEN m.number >= ${READ_PER_THREAD_MAX} THEN ${READ_PER_THREAD_MAX} ELSE m.number + 1 END), 0)
         FROM read_marks m WHERE m.userId = u.id) AS postsRead,
       (SELECT COUNT(*) FROM thread_likes l WHERE l.userId = u.id)
         + (SELECT COUNT(*) FROM post_likes p WHERE p.userId = u.id) AS likesGiven
     FROM users u LEFT JOIN user_levels v ON v.userId = u.id WHERE u.id IN (${marks(userIds)}) ORDER BY u.id`,
    userIds,
  );
}

/** Tells if rules apply to a member: in good standing, and not the forum's own account. */
export function isRanked({ status, username }: FactsRow): boolean {
  return status === UserStatus.NORMAL && username !== HOST_NAME;
}

/** Counts the members of each level. Raw since it groups. */
export function countLevelMembers(ctx: Context): Promise<{ id: number; n: number | string }[]> {
  return rows(
    ctx,
    "SELECT v.levelId AS id, COUNT(*) AS n FROM user_levels v WHERE v.levelId IS NOT NULL GROUP BY v.levelId",
  );
}
