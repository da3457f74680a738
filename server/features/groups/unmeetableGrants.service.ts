import { In } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import type { SettingEffect, SettingHook, SettingsDifference } from "../../core/hooks.ts";
import { insertIgnore } from "../../core/write.ts";
import { unmeetableRights } from "../settings/catalogue/settingRules.ts";
import { Group, GroupPermission } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import { invalidateGroups, lockGroups } from "./group.service.ts";

/**
 * Revokes grants that the new settings make impossible, and restores them for existing groups when the save is undone;
 * logged group by group.
 * @emits grantsChanged
 */
export const revokeUnmeetableGrants: SettingHook = {
  tag: "group_permissions",

  async apply(ctx: Context, difference: SettingsDifference): Promise<SettingEffect[]> {
    const permissions = unmeetableRights(difference);
    if (permissions.length === 0) return [];
    await lockGroups(ctx);
    const permission = In(permissions);
    const order = { groupId: "ASC", permission: "ASC" } as const;
    const grants = await ctx.db.find(GroupPermission, { where: { permission }, order });
    if (grants.length === 0) return [];
    await ctx.db.delete(GroupPermission, { permission });
    for (const groupId of new Set(grants.map((grant) => grant.groupId))) {
      const before = grants.filter((grant) => grant.groupId === groupId).map((grant) => grant.permission);
      noteChange(ctx, { target: `group:${groupId}`, before, after: [] });
      ctx.emit(grantsChanged({ groupId }));
    }
    return [...new Set(grants.map((grant) => grant.permission))].map((key) => ({
      key,
      before: JSON.stringify(
        grants.filter((grant) => grant.permission === key).map((grant) => grant.groupId),
      ),
    }));
  },

  async undo(ctx: Context, effects: readonly SettingEffect[]): Promise<void> {
    if (effects.length === 0) return;
    await lockGroups(ctx);
    for (const { key: permission, before } of effects) {
      const groupIds = JSON.parse(before ?? "[]") as number[];
      const groups = await ctx.db.find(Group, { where: { id: In(groupIds) }, order: { id: "ASC" } });
      const grants = groups.map(({ id }) => ({ groupId: id, permission }));
      await insertIgnore(ctx, GroupPermission, grants);
      for (const { groupId } of grants) {
        noteChange(ctx, { target: `group:${groupId}`, before: [], after: [permission] });
        ctx.emit(grantsChanged({ groupId }));
      }
    }
  },

  invalidate: invalidateGroups,
};
