import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Category } from "./category.entity.ts";
import { canPublishIn } from "./category.policy.ts";
import { listCategories, listChildren } from "./category.service.ts";

/** The categories that the viewer may view, as old clients show them (legacy-facts 3.5). @throws {DomainError} FORBIDDEN if there is none. */
export async function listCategoriesForLegacy(ctx: Context): Promise<object[]> {
  const parents = await listCategories(ctx);
  if (parents.length === 0) throw new DomainError("FORBIDDEN");
  return Promise.all(
    parents.map(async (parent) => {
      const children = await listChildren(ctx, parent.id);
      const rows = children.map((child) => legacyCategory(ctx, child, [child.id], []));
      return legacyCategory(ctx, parent, [parent.id, ...children.map(({ id }) => id)], rows);
    }),
  );
}

/** The categories in which the viewer may publish, and parents of such; for editors of old clients. */
export async function listCategoriesForWriting(ctx: Context): Promise<object[]> {
  const rows: object[] = [];
  for (const parent of await listCategories(ctx)) {
    const open = (await listChildren(ctx, parent.id)).filter(
      ({ id }) => canPublishIn(ctx.viewer, id).allowed,
    );
    if (open.length === 0 && !canPublishIn(ctx.viewer, parent.id).allowed) continue;
    const children = open.map((child) => legacyCategory(ctx, child, [child.id], []));
    rows.push(legacyCategory(ctx, parent, [parent.id, ...open.map(({ id }) => id)], children));
  }
  return rows;
}

/** @param searchIds the category and its children, for lists of threads */
function legacyCategory(
  { viewer }: Context,
  { id, name, description, icon, sort, threadCount, parentId }: Category,
  searchIds: readonly number[],
  children: readonly object[],
): object {
  return {
    pid: id,
    categoryId: id,
    name,
    description,
    icon,
    sort,
    property: 0,
    threadCount,
    parentid: parentId ?? 0,
    canCreateThread: canPublishIn(viewer, id).allowed,
    canEditThread: viewer.may("thread.editOwnThreadOrPost", id),
    searchIds,
    children,
  };
}
