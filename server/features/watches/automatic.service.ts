import type { Context } from "../../core/context.ts";
import { In } from "typeorm";
import { insertIgnore } from "../../core/write.ts";
import type { userBlocked } from "../users/user.events.ts";
import { Watch, WatchChoice, WatchLevel, WatchTarget } from "./watch.entity.ts";

/** What watching follows from what members do. */

/** Who has replied where. */
export interface Replying {
  readonly threadId: number;
  readonly authorId: number;
}

/** Lets those who have chosen so watch the threads that they have replied to, unless they have chosen a level there. */
export async function watchReplied(ctx: Context, replies: readonly Replying[]): Promise<void> {
  const authorIds = [...new Set(replies.map(({ authorId }) => authorId))];
  if (authorIds.length === 0) return;
  const choices = await ctx.db.findBy(WatchChoice, { watchReplied: true, userId: In(authorIds) });
  const ids = new Set(choices.map(({ userId }) => userId));
  const kept = new Map(
    replies
      .filter(({ authorId }) => ids.has(authorId))
      .map(({ authorId, threadId }) => [`${authorId} ${threadId}`, [authorId, threadId] as const]),
  );
  const { THREAD: target } = WatchTarget;
  const watches = [...kept.values()].map(([userId, targetId]) => ({
    ...{ userId, target, targetId },
    level: WatchLevel.WATCHING,
    changedAt: ctx.now,
  }));
  await insertIgnore(ctx, Watch, watches);
}

/** Members who part stop watching each other; what they have muted stays muted. */
export async function partWatchers(
  ctx: Context,
  news: readonly Parameters<typeof userBlocked>[0][],
): Promise<void> {
  for (const { byUserId, blockedUserId } of news) {
    const watching = { target: WatchTarget.MEMBER, level: WatchLevel.WATCHING };
    await ctx.db.delete(Watch, [
      { ...watching, userId: byUserId, targetId: blockedUserId },
      { ...watching, userId: blockedUserId, targetId: byUserId },
    ]);
  }
}
