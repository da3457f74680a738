import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { ThreadFavorite } from "../reactions/reaction.entity.ts";

/** Reminders that one run of the job raises at most; the rest is for the next. */
const REMINDERS_PER_RUN = 500;

/**
 * Reminds members of the bookmarks whose time has come, each once also where several processes do so: the time is taken
 * away and the notification goes into the outbox in one transaction.
 * @emits notificationRaised
 */
export async function remindOfBookmarks(ctx: Context): Promise<void> {
  const due = await ctx.db.find(ThreadFavorite, {
    where: { remindAt: LessThanOrEqual(ctx.now) },
    order: { remindAt: "ASC" },
    take: REMINDERS_PER_RUN,
  });
  for (const { threadId, userId, remindAt } of due) {
    await inTransaction(ctx, async (ctx) => {
      // Unless another process was quicker, or the member has chosen another time meanwhile.
      const { affected } = await ctx.db.update(
        ThreadFavorite,
        { threadId, userId, remindAt: remindAt! },
        { remindAt: null },
      );
      if (affected !== 1) return;
      const about = { actorId: null, threadId, postId: null, data: {} };
      ctx.emit(notificationRaised({ userId, kind: "bookmark.due", ...about }));
    });
  }
}
