import { In, MoreThanOrEqual } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import { markUndone, newestPage, newestRows } from "../../core/batches.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Connection, PageRequest } from "../../core/paging.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert, insertAll, lockById } from "../../core/write.ts";
import { Category } from "../categories/category.entity.ts";
import { Group, GroupPermission } from "./group.entity.ts";
import { grantsChanged } from "./group.events.ts";
import { invalidateGroups, grantsOf, groupsById, lockGroups } from "./group.service.ts";
import { GroupDeletion, GroupDeletionItem } from "./groupDeletion.entity.ts";
import { storeGroupMembers } from "./groupDeletion.sql.ts";
import type { GroupDeletionView } from "./groupDeletion.view.ts";
import { checkNewGroup } from "./groupRules.ts";

const BATCHES = { list: "groupDeletions", entity: GroupDeletion };

/** Begins a deletion of groups whose members move to another one. @returns its id */
export function beginDeletion(ctx: Context, movedToId: number): Promise<number> {
  return insert(ctx, GroupDeletion, { actorId: ctx.viewer.id, createdAt: ctx.now, movedToId });
}

/** Stores a group, its grants and its members before it is deleted. */
export async function storeDeletedGroup(ctx: Context, deletionId: number, group: Group): Promise<void> {
  await insert(ctx, GroupDeletionItem, {
    deletionId,
    groupId: group.id,
    content: JSON.stringify(group),
    permissions: JSON.stringify([...(await grantsOf(ctx, group.id))].sort()),
    memberCount: await storeGroupMembers(ctx, deletionId, group.id),
  });
}

/** Gives a deletion. @throws {DomainError} NOT_FOUND. */
export async function getGroupDeletion(ctx: Context, id: number): Promise<GroupDeletionView> {
  const deletion = await ctx.db.findOneBy(GroupDeletion, { id });
  if (!deletion) throw new DomainError("NOT_FOUND");
  return (await viewsOf(ctx, [deletion]))[0]!;
}

function itemsOf(ctx: Context, ids: readonly number[]): Promise<GroupDeletionItem[]> {
  const order = { deletionId: "ASC", groupId: "ASC" } as const;
  return ctx.db.find(GroupDeletionItem, { where: { deletionId: In(ids) }, order });
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

/** Lists deletions, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listGroupDeletions(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<GroupDeletionView>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(BATCHES, page, await viewsOf(ctx, await newestRows(ctx, BATCHES, page)));
}

/**
 * Restores deleted groups, all or none, under their own ids: look, price, rank and grants. Members return unless they
 * have been given another group since.
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
      const deletion = await lockById(ctx, GroupDeletion, deletionId);
      if (!deletion) throw new DomainError("NOT_FOUND");
      if (deletion.undoneAt)
        throw new DomainError("CONFLICT", {
          text: { zh: "这次删除已经撤销过了", en: "This deletion was undone already." },
        });
      const items = await itemsOf(ctx, [deletionId]);
      const groups = items.map((item) => ({ item, group: groupOf(item.content) }));
      for (const { item, group } of groups.sort((a, b) => a.group.level - b.group.level)) {
        await restoreGroup(ctx, group);
        const granted = await grant(ctx, group.id, JSON.parse(item.permissions) as string[]);
        const returned = await returnMembers(ctx, deletion, group.id);
        noteChange(ctx, {
          target: `group:${group.id}`,
          after: { ...group, permissions: granted, returnedMembers: returned },
        });
        ctx.emit(grantsChanged({ groupId: group.id }));
      }
      await markUndone(ctx, BATCHES, deletionId);
    });
    invalidateGroups(ctx);
    return getGroupDeletion(ctx, deletionId);
  },
});

function groupOf(content: string): Group {
  const group = JSON.parse(content) as Group;
  // One that was deleted before groups could be bought does not say whether it is for sale.
  return { ...group, isForSale: group.isForSale ?? true, createdAt: new Date(group.createdAt) };
}

async function restoreGroup(ctx: Context, group: Group): Promise<void> {
  const existing = [...(await groupsById(ctx)).values()];
  const { name, isPaid, fee, days } = group;
  checkNewGroup(existing, { name, isPaid, fee, days });
  const ranks = existing.filter((each) => each.isPaid).length + 1;
  const level = isPaid ? Math.min(group.level, ranks) : 0;
  if (isPaid) await ctx.db.increment(Group, { isPaid: true, level: MoreThanOrEqual(level) }, "level", 1);
  await insert(ctx, Group, { ...group, level, isDefault: false });
}

/** Grants permissions that still exist: categories may have been deleted since. */
async function grant(ctx: Context, groupId: number, permissions: readonly string[]): Promise<string[]> {
  const categories = await ctx.db.find(Category, { select: { id: true } });
  const categoryIds = new Set(categories.map(({ id }) => id));
  const granted = permissions.filter((permission) => {
    const category = /^category(\d+)\./.exec(permission);
    return !category || categoryIds.has(Number(category[1]));
  });
  const grants = granted.map((permission) => ({ groupId, permission }));
  await insertAll(ctx, GroupPermission, grants);
  return granted;
}

async function returnMembers(
  ctx: Context,
  { id, movedToId }: GroupDeletion,
  groupId: number,
): Promise<number> {
  let returned = 0;
  for (const hook of ctx.services.hooks.groups)
    returned += await hook.returnMembers(ctx, { deletionId: id, groupId, movedToId });
  return returned;
}
