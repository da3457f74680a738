import { MoreThan, Not } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { isOffered, permissionOf } from "../../core/permissions.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, insertAll } from "../../core/write.ts";
import { Group, GroupPermission, PresetGroup, SCALE_UNITS } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import type { GroupChangeInput, GroupInput } from "./group.input.ts";
import { getDefaultGroup, grantsOf, groupsById, invalidateGroups, lockGroups } from "./group.service.ts";
import { beginDeletion, storeDeletedGroup } from "./groupDeletion.service.ts";
import { checkChanges, checkNewGroup, nameOfGroup } from "./groupRules.ts";

/** Groups that cannot be deleted: the program relies on their ids. */
const PRESETS: ReadonlySet<number> = new Set(
  Object.values(PresetGroup).filter((id) => typeof id === "number"),
);

/** Values of a new group that its input does not name. */
const NEW_GROUP = {
  type: "",
  color: "",
  icon: "",
  isDisplay: false,
  isDefault: false,
  isForSale: true,
  fee: 0,
  days: 0,
  scale: 0,
  isSubordinate: false,
  isCommission: false,
  description: "",
  notice: "",
  timeRange: 0,
  contentRange: 0,
} as const;

/**
 * Creates a group that may what the default one may. Paid groups without a level get the next free one.
 * @emits grantsChanged
 * @throws {DomainError} INVALID_PARAMETER naming the field; ALREADY_EXISTS for names and levels that are taken, and for
 *   a sixth paid group.
 */
export const createGroup = verb({
  name: "createGroup",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: GroupInput): Promise<Group> {
    const id = await inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      const existing = [...(await groupsById(ctx)).values()];
      const level = checkNewGroup(existing, input);
      const values = {
        ...NEW_GROUP,
        ...columnsOf(input),
        level,
        isPaid: input.isPaid ?? false,
        name: nameOfGroup(input.name),
        createdAt: ctx.now,
      };
      const { id: defaultId } = await getDefaultGroup(ctx);
      if (values.isDefault) await ctx.db.update(Group, { isDefault: true }, { isDefault: false });
      const groupId = await insert(ctx, Group, values);
      await copyGrants(ctx, defaultId, groupId);
      noteChange(ctx, { target: `group:${groupId}`, after: { ...values, createdAt: undefined } });
      ctx.emit(grantsChanged({ groupId }));
      return groupId;
    });
    invalidateGroups(ctx);
    return (await groupsById(ctx)).get(id)!;
  },
});

async function copyGrants(ctx: Context, fromGroupId: number, groupId: number): Promise<void> {
  const grants = [...(await grantsOf(ctx, fromGroupId))];
  const offered = grants.filter((grant) => isOffered(permissionOf(grant)));
  await insertAll(
    ctx,
    GroupPermission,
    offered.map((permission) => ({ groupId, permission })),
  );
}

/**
 * Changes several groups, all or none. Given levels of paid groups are renumbered from 1.
 * @emits grantsChanged
 * @throws {DomainError} INVALID_PARAMETER naming the field; ALREADY_EXISTS for a name that is taken.
 */
export const updateGroups = verb({
  name: "updateGroups",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, changes: readonly GroupChangeInput[]): Promise<Group[]> {
    if (changes.length === 0) throw invalid("data", "参数错误", "There is nothing to change.");
    const ids = changes.map(({ id }) => parseId(id));
    await inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      const before = await groupsById(ctx);
      const levels = checkChanges(before, changes);
      for (const [index, change] of changes.entries()) {
        const id = ids[index]!;
        const group = before.get(id)!;
        const columns = columnsOf(change);
        const level = levels.get(id);
        if (level !== undefined) columns.level = level;
        if (group.isPaid) columns.isDefault = false;
        if (columns.isDefault)
          await ctx.db.update(Group, { isDefault: true, id: Not(id) }, { isDefault: false });
        await storeChange(ctx, group, columns);
      }
      if (!(await ctx.db.existsBy(Group, { isDefault: true })))
        throw invalid("isDefault", "必须有一个默认用户组", "One group must be the default.");
    });
    invalidateGroups(ctx);
    const after = await groupsById(ctx);
    return ids.map((id) => after.get(id)!);
  },
});

async function storeChange(ctx: Context, group: Group, columns: Partial<Group>): Promise<void> {
  const names = (Object.keys(columns) as (keyof Group)[]).filter((name) => group[name] !== columns[name]);
  if (names.length === 0) return;
  const part = (of: Partial<Group>): Partial<Group> =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  const after = part(columns);
  await ctx.db.update(Group, { id: group.id }, after);
  noteChange(ctx, { target: `group:${group.id}`, before: part(group), after });
  ctx.emit(grantsChanged({ groupId: group.id }));
}

/** Gives the columns that an input names, as they are stored. */
function columnsOf(input: GroupInput): Partial<Group> {
  const { name, isPaid: _fixed, level: _ranked, scale, ...rest } = input;
  const columns: Partial<Group> = Object.fromEntries(
    Object.entries(rest).filter(([key, value]) => key !== "id" && value !== null && value !== undefined),
  );
  if (name !== null && name !== undefined) columns.name = nameOfGroup(name);
  if (scale !== null && scale !== undefined) columns.scale = Math.round(scale * SCALE_UNITS);
  return columns;
}

/**
 * Deletes groups, all or none; their members join the default group. Their content is stored, so that it can be undone.
 * @returns the id of the deletion
 * @emits grantsChanged
 * @throws {DomainError} INVALID_PARAMETER for unknown ids; FORBIDDEN for preset groups; IN_USE for the default.
 */
export const deleteGroups = verb({
  name: "deleteGroups",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, ids: readonly number[]): Promise<number> {
    if (ids.length === 0) throw invalid("ids", "未获取到必要参数", "ids is required.");
    const deletionId = await inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      const existing = await groupsById(ctx);
      for (const id of new Set(ids)) {
        const group = existing.get(id);
        if (!group) throw invalid("ids", "记录不存在", `There is no group ${id}.`);
        if (PRESETS.has(id))
          throw new DomainError("FORBIDDEN", {
            text: { zh: "系统内置用户组不可删除", en: "Preset groups stay." },
          });
        if (group.isDefault)
          throw new DomainError("IN_USE", {
            text: { zh: "默认用户组不可删除", en: "The default group stays." },
          });
      }
      const initial = await getDefaultGroup(ctx);
      const deletionId = await beginDeletion(ctx, initial.id);
      // From the highest rank down, so that no rank changes before its group is deleted.
      const groups = [...new Set(ids)].map((id) => existing.get(id)!).sort((a, b) => b.level - a.level);
      for (const group of groups) {
        await storeDeletedGroup(ctx, deletionId, group);
        await remove(ctx, group, initial.id);
      }
      return deletionId;
    });
    invalidateGroups(ctx);
    return deletionId;
  },
});

async function remove(ctx: Context, group: Group, defaultId: number): Promise<void> {
  let movedMembers = 0;
  for (const hook of ctx.services.hooks.groups)
    movedMembers += await hook.moveMembers(ctx, group.id, defaultId);
  await ctx.db.delete(GroupPermission, { groupId: group.id });
  await ctx.db.delete(Group, { id: group.id });
  if (group.isPaid) await ctx.db.decrement(Group, { isPaid: true, level: MoreThan(group.level) }, "level", 1);
  noteChange(ctx, { target: `group:${group.id}`, before: group, after: { movedMembers } });
  ctx.emit(grantsChanged({ groupId: group.id }));
}
