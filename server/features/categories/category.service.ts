import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { defineLoader, load } from "../../core/loaders.ts";
import { folded } from "../../core/searchFolding.ts";
import { allow } from "../../core/viewer.ts";
import { Category } from "./category.entity.ts";
import { canListThreads } from "./category.policy.ts";
import { displayColorOf } from "./colors.ts";

/** All categories: in order, by id, and the children of each. Shared by requests and never changed. */
export interface CategoryTree {
  readonly all: readonly Category[];
  readonly byId: ReadonlyMap<number, Category>;
  readonly childrenOf: ReadonlyMap<number, readonly Category[]>;
}

const cachedTree = cached(async (ctx): Promise<CategoryTree> => {
  const all = await ctx.db.find(Category, { order: { sort: "ASC", id: "ASC" } });
  const childrenOf = new Map<number, Category[]>();
  for (const category of all) {
    if (category.parentId === null) continue;
    const siblings = childrenOf.get(category.parentId);
    if (siblings) siblings.push(category);
    else childrenOf.set(category.parentId, [category]);
  }
  const byId = new Map(all.map((category) => [category.id, category]));
  for (const category of all) {
    category.displayColor = displayColorOf(category, byId.get(category.parentId ?? 0));
  }
  return { all, byId, childrenOf };
});

/** Reads all categories, without regard to the viewer: at most a second old, and fresh after changes of this process. */
export function categoryTree(ctx: Context): Promise<CategoryTree> {
  return cachedTree.get(ctx);
}

/** Categories by id, for threads that name theirs. */
export const categoryById = defineLoader<number, Category>("categoryById", async (ctx, ids) => {
  const { byId } = await categoryTree(ctx);
  if (ids.every((id) => byId.has(id))) return byId;
  // Another process has just created one.
  invalidateCategories(ctx.services);
  return (await categoryTree(ctx)).byId;
});

/** Invalidates the cached categories. */
export function invalidateCategories(services: Services): void {
  cachedTree.invalidate(services);
}

function isShown(ctx: Context, tree: CategoryTree, category: Category): boolean {
  if (canListThreads(ctx.viewer, category.id).allowed) return true;
  return (tree.childrenOf.get(category.id) ?? []).some(
    (child) => canListThreads(ctx.viewer, child.id).allowed,
  );
}

/** Lists the first level, in order: categories that the viewer may view, and parents of such. */
export async function listCategories(ctx: Context): Promise<Category[]> {
  const tree = await categoryTree(ctx);
  return tree.all.filter((category) => category.parentId === null && isShown(ctx, tree, category));
}

/** Lists the children of a category that the viewer may view. */
export async function listChildren(ctx: Context, categoryId: number): Promise<Category[]> {
  const children = (await categoryTree(ctx)).childrenOf.get(categoryId) ?? [];
  return children.filter((child) => canListThreads(ctx.viewer, child.id).allowed);
}

/** Gives a category. @throws {DomainError} NOT_FOUND for unknown ones and those that the viewer may not view. */
export async function viewCategory(ctx: Context, id: number): Promise<Category> {
  const category = await findShownCategory(ctx, id);
  if (!category) throw new DomainError("NOT_FOUND");
  return category;
}

/** Finds a category that the viewer may view; null if there is none. */
export async function findShownCategory(ctx: Context, id: number): Promise<Category | null> {
  const tree = await categoryTree(ctx);
  const category = tree.byId.get(id);
  return category && isShown(ctx, tree, category) ? category : null;
}

/** Finds the categories that the viewer may view and that have this id or name, whatever case and form it is written in. */
export async function findCategoriesNamed(ctx: Context, name: string): Promise<Category[]> {
  const tree = await categoryTree(ctx);
  const key = folded(name);
  return tree.all.filter(
    (category) =>
      (String(category.id) === name || folded(category.name) === key) && isShown(ctx, tree, category),
  );
}

/** Gives a category, without regard to the viewer. @throws {DomainError} NOT_FOUND if there is no such category. */
export async function getCategory(ctx: Context, id: number): Promise<Category> {
  const category = await load(ctx, categoryById, id);
  if (!category) throw new DomainError("NOT_FOUND");
  return category;
}

/**
 * Gives the categories whose threads a list shows: one with its children, or all; only those that the viewer may view.
 * @returns "all" if nothing limits the list
 * @throws {DomainError} NOT_FOUND for an unknown or hidden category; FORBIDDEN or LOGIN_REQUIRED without `viewThreads`.
 */
export async function listedCategoryIds(
  ctx: Context,
  categoryId: number | undefined,
): Promise<"all" | number[]> {
  if (categoryId === undefined) {
    const granted = ctx.viewer.categoriesWith("viewThreads");
    if (granted !== "all" && granted.length === 0) allow(ctx.viewer.check("viewThreads"));
    return granted;
  }
  await viewCategory(ctx, categoryId);
  const children = (await categoryTree(ctx)).childrenOf.get(categoryId) ?? [];
  const ids = [categoryId, ...children.map((child) => child.id)];
  return ids.filter((id) => canListThreads(ctx.viewer, id).allowed);
}

/** Adds up the visible threads of categories by their counters. */
export async function countListedThreads(
  ctx: Context,
  categories: "all" | readonly number[],
): Promise<number> {
  const { all } = await categoryTree(ctx);
  const listed = all.filter(({ id }) => categories === "all" || categories.includes(id));
  return listed.reduce((sum, { threadCount }) => sum + threadCount, 0);
}

/**
 * Gives the categories whose threads the viewer may both list and read.
 * @param categoryId only this one with its children
 * @returns "all" if nothing limits them
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED if there is none; NOT_FOUND for the category.
 */
export async function readableCategoryIds(ctx: Context, categoryId?: number): Promise<"all" | number[]> {
  const listed = await listedCategoryIds(ctx, categoryId);
  const readable = ctx.viewer.categoriesWith("thread.viewPosts");
  if (readable === "all") return listed;
  const both = listed === "all" ? readable : listed.filter((id) => readable.includes(id));
  if (both.length === 0) allow(ctx.viewer.check("thread.viewPosts"));
  return both;
}
