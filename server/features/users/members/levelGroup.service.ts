import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { User } from "../user.entity.ts";
import { profileChanged } from "../user.events.ts";

/**
 * Gives members the group of a level besides their own, or takes it, in the caller's transaction.
 * @emits profileChanged
 */
export async function setLevelGroup(
  ctx: Context,
  userIds: readonly number[],
  groupId: number | null,
): Promise<void> {
  await ctx.db.update(User, { id: In([...userIds]) }, { levelGroupId: groupId });
  for (const userId of userIds) ctx.emit(profileChanged({ userId }));
}
