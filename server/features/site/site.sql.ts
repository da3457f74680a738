import type { Context } from "../../core/context.ts";
import { row, timeOf } from "../../core/sql.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../../core/viewer.ts";

/** Numbers of threads, replies and members. */
export interface Counts {
  readonly threads: number;
  readonly posts: number;
  readonly users: number;
}

/** Raw since the home page waits for it: one statement for three tables. Counts threads, replies and members. */
export async function readCounts(ctx: Context): Promise<Counts> {
  const counts = await row<Record<keyof Counts, number | null>>(
    ctx,
    `SELECT (SELECT SUM(c.threadCount) FROM categories c) AS threads,
            (SELECT SUM(u.postCount) FROM users u) AS posts,
            (SELECT COUNT(*) FROM users u) AS users`,
  );
  const { threads, posts, users } = counts!;
  return { threads: Number(threads ?? 0), posts: Number(posts ?? 0), users: Number(users ?? 0) };
}

/** Owner and age of a forum. */
export interface Origin {
  /** The first administrator; null until there is one. */
  readonly ownerId: number | null;
  /** Time at which the first member registered; null in an empty forum. */
  readonly foundedAt: Date | null;
}

/** Raw since pages wait for it: one statement for both. Reads the first administrator and the first registration. */
export async function readOrigin(ctx: Context): Promise<Origin> {
  const origin = await row<{ ownerId: number | null; foundedAt: string | Date | null }>(
    ctx,
    `SELECT (SELECT MIN(u.id) FROM users u WHERE u.groupId = ? AND u.status = ?) AS ownerId,
            (SELECT MIN(u.createdAt) FROM users u) AS foundedAt`,
    [ADMIN_GROUP_ID, UserStatus.NORMAL],
  );
  const { ownerId, foundedAt } = origin!;
  return { ownerId: ownerId && Number(ownerId), foundedAt: foundedAt === null ? null : timeOf(foundedAt) };
}
