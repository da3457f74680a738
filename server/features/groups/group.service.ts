import { noteChange } from "../../core/audit.ts";
import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import {
  grantNamed,
  isForVisitors,
  isOffered,
  permissionOf,
  sumOfGrants,
  type Permission,
} from "../../core/permissions.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { ADMIN_GROUP_ID, GUEST_GROUP_ID } from "../../core/viewer.ts";
import { insertAll, lockWhere } from "../../core/write.ts";
import { Group, GroupPermission, PresetGroup } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import { readGrants } from "./group.sql.ts";
import { isOfferedHere } from "./permissionKey.service.ts";

const NO_GRANTS: ReadonlySet<string> = new Set();

const cachedGroups = cached(async (ctx) => {
  const groups = await ctx.db.find(Group, { order: { id: "ASC" } });
  return new Map(groups.map((group) => [group.id, group]));
});

const cachedGrants = cached(async (ctx) => {
  const grants = new Map<number, Set<string>>();
  for (const { groupId, permission } of await readGrants(ctx)) {
    const ofGroup = grants.get(groupId);
    if (ofGroup) ofGroup.add(permission);
    else grants.set(groupId, new Set([permission]));
  }
  return grants;
});

/** Reads all groups, by id. */
export function groupsById(ctx: Context): Promise<ReadonlyMap<number, Group>> {
  return cachedGroups.get(ctx);
}

/** Gives a group. @throws {DomainError} NOT_FOUND if there is no such group. */
export async function getGroup(ctx: Context, id: number): Promise<Group> {
  const known = (await groupsById(ctx)).get(id);
  if (known) return known;
  // Another process may have added it a moment ago; its members are served by this one as well.
  invalidateGroups(ctx);
  const group = (await groupsById(ctx)).get(id);
  if (!group) throw new DomainError("NOT_FOUND");
  return group;
}

/** Gives the group that new members join. */
export async function getDefaultGroup(ctx: Context): Promise<Group> {
  const all = [...(await groupsById(ctx)).values()];
  const group = all.find(({ isDefault }) => isDefault);
  if (!group) throw new Error("No group is marked as the default.");
  return group;
}

const PRESETS: ReadonlySet<number> = new Set([
  PresetGroup.ADMIN,
  PresetGroup.BANNED,
  PresetGroup.UNPAID,
  PresetGroup.GUEST,
  PresetGroup.TRIAL,
  PresetGroup.MEMBER,
]);

/** True if a level may give a group: not a preset one, the default one, or one that is bought. */
export function fitsLevel({ id, isDefault, isPaid }: Pick<Group, "id" | "isDefault" | "isPaid">): boolean {
  return !isDefault && !isPaid && !PRESETS.has(id);
}

/** Gives the grants of a group: stored keys, `category<ID>.` forms included. */
export async function grantsOf(ctx: Context, groupId: number): Promise<ReadonlySet<string>> {
  return (await cachedGrants.get(ctx)).get(groupId) ?? NO_GRANTS;
}

/**
 * Gives what the members of a group may: its grants, and for a paid one also those of the default group and of the paid
 * ones below it, so that nobody who buys it may less than before.
 */
export async function grantsOfMembers(ctx: Context, groupId: number): Promise<ReadonlySet<string>> {
  const groups = [...(await groupsById(ctx)).values()];
  const own = await grantsOf(ctx, groupId);
  const group = groups.find(({ id }) => id === groupId);
  if (!group?.isPaid) return own;
  let sum = own;
  for (const { id, isDefault, isPaid, level } of groups)
    if (isDefault || (isPaid && level < group.level)) sum = sumOfGrants(sum, await grantsOf(ctx, id));
  return sum;
}

/** Invalidates the cached groups and grants. */
export function invalidateGroups(ctx: Context): void {
  cachedGroups.invalidate(ctx.services);
  cachedGrants.invalidate(ctx.services);
}

/** Locks all groups until the caller's transaction ends, so that concurrent changes of groups wait for each other. */
export async function lockGroups(ctx: Context): Promise<void> {
  await lockWhere(ctx, Group, {});
}

/** Input of `setGroupPermissions`. */
export interface GroupPermissionsInput {
  readonly groupId: number;
  readonly permissions: readonly string[];
  /** Grants that legacy clients add to every save; those without effect for the group are left out. */
  readonly always?: readonly Permission[];
}

/**
 * Refuses grants without effect, except those that the group has already.
 * @throws {DomainError} INVALID_PARAMETER naming the permission and the reason.
 */
async function refuseIdleGrants(
  ctx: Context,
  groupId: number,
  before: readonly string[],
  grants: ReadonlySet<string>,
): Promise<void> {
  for (const grant of grants) {
    if (before.includes(grant)) continue;
    const permission = permissionOf(grant);
    if (permission === "publishNeedBindPhone" && !(await isOfferedHere(ctx, permission)))
      throw invalid(
        "permissions",
        "短信尚未启用，成员无法绑定手机号，此要求不会生效：请先启用短信",
        "No text messages are sent, so nobody can bind a phone and this asks nothing. Set up text messages first.",
      );
    if (!isOffered(permission))
      throw invalid(
        "permissions",
        `权限 ${permission} 的功能尚未提供，暂时不能授予`,
        `The feature of the permission ${permission} is not available yet, so it cannot be granted.`,
      );
    if (groupId === GUEST_GROUP_ID && !isForVisitors(permission))
      throw invalid(
        "permissions",
        `游客不能拥有权限 ${permission}`,
        `Visitors cannot have the permission ${permission}.`,
      );
  }
}

/**
 * Replaces the grants of a group.
 * @emits grantsChanged
 * @throws {DomainError} NOT_FOUND for an unknown group; INVALID_PARAMETER for an unknown permission, for one that would
 *   have no effect, or for the administrators' group, which has every permission anyway.
 */
export const setGroupPermissions = verb({
  name: "setGroupPermissions",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { groupId, permissions, always = [] }: GroupPermissionsInput): Promise<boolean> {
    await getGroup(ctx, groupId);
    if (groupId === ADMIN_GROUP_ID) {
      throw invalid(
        "groupId",
        "管理员组拥有全部权限，无需设置",
        "Administrators have every permission anyway.",
      );
    }
    const grants = new Set<string>();
    for (const permission of permissions) {
      const grant = grantNamed(permission);
      if (!grant)
        throw invalid("permissions", `未知的权限：${permission}`, `There is no permission ${permission}.`);
      grants.add(grant);
    }
    await inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      await getGroup(ctx, groupId);
      const before = [...(await grantsOf(ctx, groupId))].sort();
      await refuseIdleGrants(ctx, groupId, before, grants);
      for (const grant of always) if (groupId !== GUEST_GROUP_ID || isForVisitors(grant)) grants.add(grant);
      noteChange(ctx, { target: `group:${groupId}`, before, after: [...grants].sort() });
      await ctx.db.delete(GroupPermission, { groupId });
      const rows = [...grants].map((permission) => ({ groupId, permission }));
      await insertAll(ctx, GroupPermission, rows);
    });
    invalidateGroups(ctx);
    ctx.emit(grantsChanged({ groupId }));
    return true;
  },
});
