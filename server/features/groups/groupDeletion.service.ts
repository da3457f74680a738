import { noteChange } from "../../core/audit.ts";
import { markUndone, newestPage, newestRows } from "../../core/batches.ts";
import type { Context, SqlValue } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Connection, PageRequest } from "../../core/paging.ts";
import { marks, rows, run, select, selectOne } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import type { Group } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import { forgetGroups, grantsOf, groupsById, lockGroups } from "./group.service.ts";
import { GroupDeletion, GroupDeletionItem } from "./groupDeletion.entity.ts";
import type { GroupDeletionView } from "./groupDeletion.view.ts";
import { checkNewGroup } from "./groupRules.ts";

const BATCHES = { list: "groupDeletions", entity: GroupDeletion };

/** Begins a deletion whose groups go with their members to another one. @returns its id */
export async function beginDeletion(ctx: Context, movedToId: number): Promise<number> {
  const { insertId } = await run(
    ctx,
    "INSERT INTO group_deletions (actorId, createdAt, movedToId) VALUES (?, ?, ?)",
    [ctx.viewer.id, ctx.now, movedToId],
  );
  return insertId;
}

/** Keeps what a group is, what it is granted and who is in it, before it is deleted. */
export async function keepGroup(ctx: Context, deletionId: number, group: Group): Promise<void> {
  const { affected } = await run(
    ctx,
    `INSERT INTO group_deletion_members (deletionId, groupId, userId, expiresAt)
     SELECT ?, u.groupId, u.id, u.groupExpiresAt FROM users u WHERE u.groupId = ?`,
    [deletionId, group.id],
  );
  const permissions = [...(await grantsOf(ctx, group.id))].sort();
  await run(
    ctx,
    `INSERT INTO group_deletion_items (deletionId, groupId, content, permissions, memberCount)
     VALUES (?, ?, ?, ?, ?)`,
    [deletionId, group.id, JSON.stringify(group), JSON.stringify(permissions), affected],
  );
}

/** A deletion as it is kept. @throws {DomainError} NOT_FOUND. */
export async function getGroupDeletion(ctx: Context, id: number): Promise<GroupDeletionView> {
  return (await viewsOf(ctx, [await deletionOf(ctx, id)]))[0]!;
}

async function deletionOf(ctx: Context, id: number, lock = ""): Promise<GroupDeletion> {
  const from = `group_deletions d WHERE d.id = ?${lock}`;
  const deletion = await selectOne(ctx, GroupDeletion, "d", from, [id]);
  if (!deletion) throw new DomainError("NOT_FOUND");
  return deletion;
}

function itemsOf(ctx: Context, ids: readonly number[]): Promise<GroupDeletionItem[]> {
  const from = `group_deletion_items i WHERE i.deletionId IN (${marks(ids)}) ORDER BY i.deletionId, i.groupId`;
  return select(ctx, GroupDeletionItem, "i", from, ids);
}

async function viewsOf(ctx: Context, deletions: readonly GroupDeletion[]): Promise<GroupDeletionView[]> {
  if (deletions.length === 0) return [];
  const ids = deletions.map(({ id }) => id);
  const items = await itemsOf(ctx, ids);
  return deletions.map(({ movedToId: _moved, ...deletion }) => {
    const own = items.filter(({ deletionId }) => deletionId === deletion.id);
    return {
      ...deletion,
      names: own.map(({ content }) => (JSON.parse(content) as Group).name),
      memberCount: own.reduce((sum, { memberCount }) => sum + memberCount, 0),
    };
  });
}

/** Deletions, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listGroupDeletions(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<GroupDeletionView>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(BATCHES, page, await viewsOf(ctx, await newestRows(ctx, BATCHES, page)));
}

/**
 * Brings deleted groups back as they were, all or none, under their own ids: look, price, rank, what they are granted.
 * Members return unless they have been given another group since.
 * @emits grantsChanged
 * @throws {DomainError} NOT_FOUND; CONFLICT if it was undone already; ALREADY_EXISTS if a name was taken since, or
 *   there are as many paid groups as can be.
 */
export const undoGroupDeletion = verb({
  name: "undoGroupDeletion",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, deletionId: number): Promise<GroupDeletionView> {
    await inTransaction(ctx, async (ctx) => {
      await lockGroups(ctx);
      const lock = ctx.services.database.engine === "mysql" ? " FOR UPDATE" : "";
      const deletion = await deletionOf(ctx, deletionId, lock);
      if (deletion.undoneAt)
        throw new DomainError("CONFLICT", {
          text: { zh: "这次删除已经撤销过了", en: "This deletion was undone already." },
        });
      const items = await itemsOf(ctx, [deletionId]);
      const groups = items.map((item) => ({ item, group: groupOf(item.content) }));
      for (const { item, group } of groups.sort((a, b) => a.group.level - b.group.level)) {
        await bringBack(ctx, group);
        const granted = await grant(ctx, group.id, JSON.parse(item.permissions) as string[]);
        const returned = await bringMembersBack(ctx, deletion, group.id);
        noteChange(ctx, {
          target: `group:${group.id}`,
          after: { ...group, permissions: granted, returnedMembers: returned },
        });
        ctx.emit(grantsChanged({ groupId: group.id }));
      }
      await markUndone(ctx, BATCHES, deletionId);
    });
    forgetGroups(ctx);
    return getGroupDeletion(ctx, deletionId);
  },
});

function groupOf(content: string): Group {
  const group = JSON.parse(content) as Group;
  return { ...group, createdAt: new Date(group.createdAt) };
}

async function bringBack(ctx: Context, group: Group): Promise<void> {
  const known = [...(await groupsById(ctx)).values()];
  const { name, isPaid, fee, days } = group;
  checkNewGroup(known, { name, isPaid, fee, days });
  const ranks = known.filter((each) => each.isPaid).length + 1;
  const level = isPaid ? Math.min(group.level, ranks) : 0;
  if (isPaid)
    await run(ctx, "UPDATE `groups` SET level = level + 1 WHERE isPaid = 1 AND level >= ?", [level]);
  const values: Record<string, SqlValue> = { ...group, level, isDefault: false };
  const names = Object.keys(values);
  await run(
    ctx,
    `INSERT INTO \`groups\` (${names.join(", ")}) VALUES (${marks(names)})`,
    Object.values(values),
  );
}

/** Grants what still means something: categories may be gone. */
async function grant(ctx: Context, groupId: number, permissions: readonly string[]): Promise<string[]> {
  // Categories are a higher feature; without theirs nothing but the ids is needed.
  const categories = new Set(
    (await rows<{ id: number }>(ctx, "SELECT c.id FROM categories c")).map(({ id }) => Number(id)),
  );
  const granted = permissions.filter((permission) => {
    const category = /^category(\d+)\./.exec(permission);
    return !category || categories.has(Number(category[1]));
  });
  for (const permission of granted)
    await run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)", [
      groupId,
      permission,
    ]);
  return granted;
}

async function bringMembersBack(
  ctx: Context,
  { id, movedToId }: GroupDeletion,
  groupId: number,
): Promise<number> {
  const kept = "group_deletion_members m WHERE m.deletionId = ? AND m.groupId = ?";
  const { affected } = await run(
    ctx,
    `UPDATE users SET groupExpiresAt = (SELECT m.expiresAt FROM ${kept} AND m.userId = users.id), groupId = ?
     WHERE groupId = ? AND groupExpiresAt IS NULL AND id IN (SELECT m.userId FROM ${kept})`,
    [id, groupId, groupId, movedToId, id, groupId],
  );
  return affected;
}
