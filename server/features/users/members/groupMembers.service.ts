import type { Context } from "../../../core/context.ts";
import type { DeletedGroup, GroupHook } from "../../../core/hooks.ts";
import { rearrangeQueues } from "../paid-groups/groupQueue.service.ts";
import { returnMembers } from "./groupMembers.sql.ts";
import { User } from "../user.entity.ts";

/**
 * Moves the members of groups that are deleted or restored. Who has bought another group goes on with that one; what is
 * left of a deleted one waits for its return.
 */
export const moveGroupMembers: GroupHook = {
  name: "users.moveGroupMembers",
  async moveMembers(ctx: Context, fromGroupId: number, toGroupId: number): Promise<number> {
    const joined = { groupId: toGroupId, groupExpiresAt: null, updatedAt: new Date() };
    await ctx.db.update(
      User,
      { returnGroupId: fromGroupId },
      { returnGroupId: null, returnGroupExpiresAt: null },
    );
    const { affected } = await ctx.db.update(User, { groupId: fromGroupId }, joined);
    await rearrangeQueues(ctx, { groupId: fromGroupId, isDeleted: true });
    return affected ?? 0;
  },
  async returnMembers(ctx: Context, deletion: DeletedGroup): Promise<number> {
    const returned = await returnMembers(ctx, deletion);
    await rearrangeQueues(ctx, { groupId: deletion.groupId, isDeleted: false });
    return returned;
  },
};
