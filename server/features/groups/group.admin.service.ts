import { noteChange } from "../../core/audit.ts";
import type { Context, SqlValue } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { marks, row, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { Group, PresetGroup, SCALE_UNITS } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import type { GroupChangeInput, GroupInput } from "./group.input.ts";
import { forgetGroups, getDefaultGroup, groupsById, lockGroups } from "./group.service.ts";
import { beginDeletion, keepGroup } from "./groupDeletion.service.ts";
import { checkChanges, checkNewGroup, nameOfGroup } from "./groupRules.ts";

/** Groups that stay for ever: the program knows them by their ids. */
const PRESETS: ReadonlySet<number> = new Set(
  Object.values(PresetGroup).filter((id) => typeof id === "number"),
);

/**
 * Creates a group. Paid groups without a level get the next free one.
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
      const known = [...(await groupsById(ctx)).values()];
      const level = checkNewGroup(known, input);
      const columns = { ...columnsOf(input), level, isPaid: input.isPaid ?? false };
      const values = {
        ...{ type: "", color: "", icon: "", isDisplay: false, isDefault: false, fee: 0, days: 0, scale: 0 },
        ...{ isSubordinate: false, isCommission: false, description: "", notice: "" },
        ...{ timeRange: 0, contentRange: 0, createdAt: ctx.now },
        ...columns,
        name: nameOfGroup(input.name),
      };
      if (values.isDefault) await run(ctx, "UPDATE `groups` SET isDefault = 0");
      const names = Object.keys(values);
      const { insertId } = await run(
        ctx,
        `INSERT INTO \`groups\` (${names.join(", ")}) VALUES (${marks(names)})`,
        Object.values(values),
      );
      noteChange(ctx, { target: `group:${insertId}`, after: { ...values, createdAt: undefined } });
      ctx.emit(grantsChanged({ groupId: insertId }));
      return insertId;
    });
    forgetGroups(ctx);
    return (await groupsById(ctx)).get(id)!;
  },
});

/**
 * Changes several groups, all or none. If levels of paid groups are given they are counted anew from 1.
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
        const columns: Record<string, SqlValue> = columnsOf(change);
        const level = levels.get(id);
        if (level !== undefined) columns["level"] = level;
        if (group.isPaid) columns["isDefault"] = false;
        if (columns["isDefault"] === true)
          await run(ctx, "UPDATE `groups` SET isDefault = 0 WHERE id <> ?", [id]);
        await storeChange(ctx, group, columns);
      }
      if (!(await row(ctx, "SELECT g.id FROM `groups` g WHERE g.isDefault = 1")))
        throw invalid("isDefault", "必须有一个默认用户组", "One group must be the default.");
    });
    forgetGroups(ctx);
    const after = await groupsById(ctx);
    return ids.map((id) => after.get(id)!);
  },
});

async function storeChange(
  ctx: Context,
  group: Group,
  columns: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const was = group as unknown as Record<string, SqlValue>;
  const changed = Object.entries(columns).filter(([name, value]) => was[name] !== value);
  if (changed.length === 0) return;
  const set = changed.map(([name]) => `${name} = ?`).join(", ");
  await run(ctx, `UPDATE \`groups\` SET ${set} WHERE id = ?`, [
    ...changed.map(([, value]) => value),
    group.id,
  ]);
  const before = Object.fromEntries(changed.map(([name]) => [name, was[name]]));
  noteChange(ctx, { target: `group:${group.id}`, before, after: Object.fromEntries(changed) });
  ctx.emit(grantsChanged({ groupId: group.id }));
}

/** The columns that an input names, as they are stored. */
function columnsOf(input: GroupInput): Record<string, SqlValue> {
  const { name, isPaid: _fixed, level: _ranked, scale, ...rest } = input;
  const columns: Record<string, SqlValue> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key !== "id" && value !== null && value !== undefined) columns[key] = value as SqlValue;
  }
  if (name !== null && name !== undefined) columns["name"] = nameOfGroup(name);
  if (scale !== null && scale !== undefined) columns["scale"] = Math.round(scale * SCALE_UNITS);
  return columns;
}

/**
 * Deletes groups, all or none; their members join the default group. What they were is kept, so that it can be undone.
 * @returns the id of the deletion
 * @emits grantsChanged
 * @throws {DomainError} INVALID_PARAMETER for ids that mean nothing; FORBIDDEN for preset groups; IN_USE for the default.
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
      const known = await groupsById(ctx);
      for (const id of new Set(ids)) {
        const group = known.get(id);
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
      const groups = [...new Set(ids)].map((id) => known.get(id)!).sort((a, b) => b.level - a.level);
      for (const group of groups) {
        await keepGroup(ctx, deletionId, group);
        await remove(ctx, group, initial.id);
      }
      return deletionId;
    });
    forgetGroups(ctx);
    return deletionId;
  },
});

async function remove(ctx: Context, group: Group, defaultId: number): Promise<void> {
  const { affected } = await run(
    ctx,
    "UPDATE users SET groupId = ?, groupExpiresAt = NULL WHERE groupId = ?",
    [defaultId, group.id],
  );
  await run(ctx, "DELETE FROM group_permissions WHERE groupId = ?", [group.id]);
  await run(ctx, "DELETE FROM `groups` WHERE id = ?", [group.id]);
  if (group.isPaid)
    await run(ctx, "UPDATE `groups` SET level = level - 1 WHERE isPaid = 1 AND level > ?", [group.level]);
  noteChange(ctx, { target: `group:${group.id}`, before: group, after: { movedMembers: affected } });
  ctx.emit(grantsChanged({ groupId: group.id }));
}
