import type { Context } from "../../core/context.ts";
import { In } from "typeorm";
import { insertIgnore } from "../../core/write.ts";
import type { userBlocked } from "../users/user.events.ts";
import { Watch, WatchChoice, WatchLevel, WatchTarget } from "./watch.entity.ts";

/** Changes of watches that follow from other actions of members. */

/** A reply, by its thread and author. */
export interface Replying {
  readonly threadId: number;
  readonly authorId: number;
}

/** Watches threads for members who replied in them and chose to, unless they chose a level for the thread. */
export async function watchReplied(ctx: Context, replies: readonly Replying[]): Promise<void> {
  const authorIds = [...new Set(replies.map(({ authorId }) => authorId))];
  if (authorIds.length === 0) return;
  const choices = await ctx.db.findBy(WatchChoice, { watchReplied: true, userId: In(authorIds) });
  const ids = new Set(choices.map(({ userId }) => userId));
  const byKey = new Map(
    replies
      .filter(({ authorId }) => ids.has(authorId))
      .map(({ authorId, threadId }) => [`${authorId} ${threadId}`, [authorId, threadId] as const]),
  );
  const { THREAD: target } = WatchTarget;
  const watches = [...byKey.values()].map(([userId, targetId]) => ({
    userId,
    target,
    targetId,
    level: WatchLevel.WATCHING,
    changedAt: ctx.now,
  }));
  await insertIgnore(ctx, Watch, watches);
}

/** Ends watches between members of whom one blocked the other; mutes stay. */
export async function unwatchBlocked(
  ctx: Context,
  blockings: readonly Parameters<typeof userBlocked>[0][],
): Promise<void> {
  for (const { byUserId, blockedUserId } of blockings) {
    const watching = { target: WatchTarget.MEMBER, level: WatchLevel.WATCHING };
    await ctx.db.delete(Watch, [
      { ...watching, userId: byUserId, targetId: blockedUserId },
      { ...watching, userId: blockedUserId, targetId: byUserId },
    ]);
  }
}
