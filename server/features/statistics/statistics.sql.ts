import type { Context } from "../../core/context.ts";
import { byIndex, row, rows } from "../../core/sql.ts";
import { ApprovalState } from "../threads/thread.entity.ts";

/** Counts ranges of one index each, which neither engine chooses by itself, and walks through all sessions. */

/** Something that the statistics count. */
export type Counted = "threads" | "posts" | "members" | "activeMembers";

/** Counts what happened from one time to another; of active members the days, as texts. */
export async function countBetween(
  ctx: Context,
  of: Counted,
  from: Date | string,
  to: Date | string,
): Promise<number> {
  const within = "x.createdAt >= ? AND x.createdAt < ?";
  const tables: Readonly<Record<Counted, string>> = {
    threads: `threads x ${byIndex(ctx, "ix_threads_visible_createdAt_id")} WHERE x.visible = 1 AND ${within}`,
    posts: `posts x ${byIndex(ctx, "ix_posts_approval_createdAt_id")} WHERE x.approval = ${ApprovalState.APPROVED} AND ${within}`,
    members: `users x ${byIndex(ctx, "ix_users_createdAt")} WHERE ${within}`,
    activeMembers: "(SELECT DISTINCT a.userId FROM active_days a WHERE a.day >= ? AND a.day < ?) x",
  };
  const counted = await row<{ n: number }>(ctx, `SELECT COUNT(*) AS n FROM ${tables[of]}`, [from, to]);
  return Number(counted!.n);
}

/** A session, with when it was used last as the engine gives it. */
export interface SessionUse {
  readonly id: number;
  readonly userId: number;
  readonly lastSeenAt: string | Date;
}

/** Reads the next sessions. */
export function sessionsAfter(ctx: Context, afterId: number, limit: number): Promise<SessionUse[]> {
  return rows<SessionUse>(
    ctx,
    `SELECT s.id, s.userId, s.lastSeenAt FROM sessions s WHERE s.id > ? ORDER BY s.id LIMIT ${limit}`,
    [afterId],
  );
}
