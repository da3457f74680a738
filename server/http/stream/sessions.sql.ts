import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import type { UserStatus } from "../../core/viewer.ts";

/** A live session with the standing of its member. */
export interface SessionStanding {
  readonly id: number;
  readonly status: UserStatus;
}

/** Reads which of these sessions are live. Raw since all open streams are checked by it, many at a time. */
export async function readLiveSessions(
  ctx: Context,
  sessionIds: readonly number[],
): Promise<SessionStanding[]> {
  const sessions = await rows<SessionStanding>(
    ctx,
    `SELECT s.id, u.status FROM sessions s JOIN users u ON u.id = s.userId
     WHERE s.id IN (${marks(sessionIds)}) AND s.expiresAt > ?`,
    [...sessionIds, ctx.now],
  );
  return sessions.map(({ id, status }) => ({ id: Number(id), status: Number(status) }));
}
