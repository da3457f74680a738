import type { Context } from "../../core/context.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../../core/viewer.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import type { NotificationData } from "../notifications/inbox/notification.view.ts";
import type { NotificationKind } from "../notifications/templates/kind.view.ts";
import { User } from "./user.entity.ts";

/**
 * Tells every administrator of something that the forum has done by itself, in the caller's transaction.
 * @emits notificationRaised for each of them
 */
export async function tellAdministrators(
  ctx: Context,
  kind: NotificationKind,
  data: NotificationData,
): Promise<void> {
  const where = { groupId: ADMIN_GROUP_ID, status: UserStatus.NORMAL };
  const about = { actorId: null, threadId: null, postId: null };
  for (const { id: userId } of await ctx.db.find(User, { select: { id: true }, where, order: { id: "ASC" } }))
    ctx.emit(notificationRaised({ userId, kind, ...about, data }));
}
