import { type FindOperator, Like } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { pluginPermission } from "../../core/permissions.ts";
import { GroupPermission } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import { lockGroups } from "./group.service.ts";

/**
 * Revokes the grants of groups for a category, in the transaction that deletes it; logged group by group. The caller
 * invalidates the cached groups after commit.
 * @emits grantsChanged
 */
export function revokeCategoryGrants(ctx: Context, categoryId: number): Promise<void> {
  return revokeGrants(ctx, Like(`category${categoryId}.%`));
}

/**
 * Revokes the grants of groups to use a plugin, in the transaction that removes it, so that another one of its name does not
 * have them. The caller invalidates the cached groups after commit.
 * @emits grantsChanged
 */
export function revokePluginGrants(ctx: Context, pluginName: string): Promise<void> {
  return revokeGrants(ctx, pluginPermission(pluginName));
}

async function revokeGrants(ctx: Context, permission: string | FindOperator<string>): Promise<void> {
  await lockGroups(ctx);
  const order = { groupId: "ASC", permission: "ASC" } as const;
  const grants = await ctx.db.find(GroupPermission, { where: { permission }, order });
  if (grants.length === 0) return;
  await ctx.db.delete(GroupPermission, { permission });
  for (const groupId of new Set(grants.map((grant) => grant.groupId))) {
    const before = grants.filter((grant) => grant.groupId === groupId).map((grant) => grant.permission);
    noteChange(ctx, { target: `group:${groupId}`, before, after: [] });
    ctx.emit(grantsChanged({ groupId }));
  }
}
