import { MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { Session } from "./session.entity.ts";

const MINUTE_MS = 60_000;

/** Lists members whose session was used within so many minutes, the last ones first, each once. */
export async function onlineUserIds(ctx: Context, minutes: number): Promise<number[]> {
  const since = new Date(ctx.now.getTime() - minutes * MINUTE_MS);
  const sessions = await ctx.db.find(Session, {
    select: { id: true, userId: true },
    where: { lastSeenAt: MoreThan(since) },
    order: { lastSeenAt: "DESC", id: "DESC" },
  });
  return [...new Set(sessions.map(({ userId }) => userId))];
}
