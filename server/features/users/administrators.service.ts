import type { Context } from "../../core/context.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../../core/viewer.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { User } from "./user.entity.ts";

type Raised = Parameters<typeof notificationRaised>[0];

/**
 * Tells every administrator of something that the forum has done by itself, in the caller's transaction.
 * @emits notificationRaised for each of them
 */
export async function tellAdministrators(
  ctx: Context,
  kind: Raised["kind"],
  data: Raised["data"],
): Promise<void> {
  const where = { groupId: ADMIN_GROUP_ID, status: UserStatus.NORMAL };
  const about = { actorId: null, threadId: null, postId: null };
  for (const { id: userId } of await ctx.db.find(User, { select: { id: true }, where, order: { id: "ASC" } }))
    ctx.emit(notificationRaised({ userId, kind, ...about, data }));
}
