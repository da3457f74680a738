import { In, LessThan, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { unhurried } from "../../../core/slices.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { User } from "../../users/user.entity.ts";
import { Notification } from "./notification.entity.ts";

/** Time for which read notifications are kept after they were read, in milliseconds: a year. */
export const READ_KEPT_MS = 365 * 86_400_000;
/** Members whose notifications are looked at together. */
const MEMBERS = 200;
/** Notifications deleted in one transaction. */
const SLICE = 500;

/**
 * Deletes notifications that were read more than a year ago. Looks for them member by member, as the index on readers and
 * times of reading finds them; unread ones stay.
 */
export async function deleteOldNotifications(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  const readAt = LessThan(new Date(ctx.now.getTime() - READ_KEPT_MS));
  for (let afterId = 0; ;) {
    const members = await ctx.db.find(User, {
      select: { id: true },
      where: { id: MoreThan(afterId) },
      order: { id: "ASC" },
      take: MEMBERS,
    });
    const last = members.at(-1);
    if (!last) return;
    const where = { userId: In(members.map(({ id }) => id)), readAt };
    for (;;) {
      const old = await ctx.db.find(Notification, { select: { id: true }, where, take: SLICE });
      if (old.length === 0) break;
      // Once more with the condition: a member may have marked one as unread meanwhile.
      const among = { id: In(old.map(({ id }) => id)), readAt };
      await inTransaction(ctx, (ctx) => ctx.db.delete(Notification, among));
      await pause();
    }
    afterId = last.id;
    await pause();
  }
}
