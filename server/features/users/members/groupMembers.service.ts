import type { Context } from "../../../core/context.ts";
import type { GroupHook } from "../../../core/hooks.ts";
import { returnMembers } from "./groupMembers.sql.ts";
import { User } from "../user.entity.ts";

/** Moves the members of groups that are deleted or brought back. */
export const moveGroupMembers: GroupHook = {
  name: "users.moveGroupMembers",
  async moveMembers(ctx: Context, fromGroupId: number, toGroupId: number): Promise<number> {
    const joined = { groupId: toGroupId, groupExpiresAt: null };
    const { affected } = await ctx.db.update(User, { groupId: fromGroupId }, joined);
    return affected ?? 0;
  },
  returnMembers,
};
