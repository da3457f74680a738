import { IsNull } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { cleanLine, limited, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, lockWhere } from "../../core/write.ts";
import { revokeCategoryGrants } from "../groups/grant.service.ts";
import { invalidateGroups } from "../groups/group.service.ts";
import { Thread } from "../threads/thread.entity.ts";
import { Category, CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from "./category.entity.ts";
import { categoriesChanged } from "./category.events.ts";
import { ICON_MAX, type CategoryInput } from "./category.input.ts";
import { invalidateCategories, getCategory } from "./category.service.ts";
import { COLOR_PATTERN } from "./colors.ts";

/** Maximum number of categories: all of them are cached in memory. */
const CATEGORIES_MAX = 1000;

interface CheckedCategory {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly color: string;
  readonly sort: number;
  readonly parentId: number | null;
}

function checked(input: CategoryInput): CheckedCategory {
  const name = cleanLine(input.name);
  if (showsNothing(name)) throw invalid("name", "名称不能为空", "The name must not be empty.");
  const color = cleanLine(input.color ?? "").toLowerCase();
  if (!COLOR_PATTERN.test(color)) {
    throw invalid("color", "颜色须写作 #rrggbb", "A colour is written as #rrggbb.");
  }
  return {
    name: limited(name, "name", CATEGORY_NAME_MAX),
    description: limited(cleanLine(input.description), "description", CATEGORY_DESCRIPTION_MAX),
    icon: limited(cleanLine(input.icon), "icon", ICON_MAX),
    color,
    sort: input.sort,
    parentId: parseOptionalId(input.parentId, "parentId") ?? null,
  };
}

/** Refuses a third level: a parent has no parent itself, and a category with children gets none. */
async function checkPlace(ctx: Context, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null) return;
  const parent = await ctx.db.findOneBy(Category, { id: parentId });
  const ownChild = id !== undefined && (await ctx.db.existsBy(Category, { parentId: id }));
  if (!parent || parent.parentId !== null || parentId === id || ownChild) {
    throw invalid(
      "parentId",
      "板块最多两级",
      "Categories have two levels: choose a parent of the first level.",
    );
  }
}

/** Locks all categories, so that two changes at once do not make a third level. @returns how many there are */
async function lockTree(ctx: Context): Promise<number> {
  return (await lockWhere(ctx, Category, {})).length;
}

/**
 * Creates a category.
 * @emits categoriesChanged
 * @throws {DomainError} INVALID_PARAMETER for an empty name or a third level.
 */
export const createCategory = verb({
  name: "createCategory",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: CategoryInput): Promise<Category> {
    const category = checked(input);
    const id = await inTransaction(ctx, async (ctx) => {
      if ((await lockTree(ctx)) >= CATEGORIES_MAX) {
        throw invalid(
          "name",
          `最多 ${CATEGORIES_MAX} 个板块`,
          `There are at most ${CATEGORIES_MAX} categories.`,
        );
      }
      await checkPlace(ctx, category.parentId);
      const categoryId = await insert(ctx, Category, { ...category, threadCount: 0, createdAt: ctx.now });
      noteChange(ctx, { target: `category:${categoryId}`, after: category });
      ctx.emit(categoriesChanged({ categoryId }));
      return categoryId;
    });
    invalidateCategories(ctx.services);
    return getCategory(ctx, id);
  },
});

/** Input of `updateCategory`. */
export interface UpdateCategory {
  readonly id: number;
  readonly input: CategoryInput;
}

/**
 * Changes a category; all parts are replaced.
 * @emits categoriesChanged
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for an empty name or a third level.
 */
export const updateCategory = verb({
  name: "updateCategory",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { id, input }: UpdateCategory): Promise<Category> {
    const category = checked(input);
    await inTransaction(ctx, async (ctx) => {
      await lockTree(ctx);
      const before = await getCategory(ctx, id);
      await checkPlace(ctx, category.parentId, id);
      await ctx.db.update(Category, { id }, category);
      noteChange(ctx, { target: `category:${id}`, before: loggedParts(before), after: category });
      ctx.emit(categoriesChanged({ categoryId: id }));
    });
    invalidateCategories(ctx.services);
    return getCategory(ctx, id);
  },
});

/**
 * Deletes an empty category and the grants of groups for it.
 * @emits categoriesChanged
 * @throws {DomainError} NOT_FOUND; IN_USE if it holds threads (deleted ones count: they can be restored) or categories.
 */
export const deleteCategory = verb({
  name: "deleteCategory",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, id: number): Promise<boolean> {
    await inTransaction(ctx, async (ctx) => {
      await lockTree(ctx);
      const before = await getCategory(ctx, id);
      // The foreign key of threads refuses as well, with a less friendly error.
      if (await ctx.db.existsBy(Category, { parentId: id })) throw new DomainError("IN_USE");
      await refuseWithThreads(ctx, id);
      await revokeCategoryGrants(ctx, id);
      await ctx.db.delete(Category, { id });
      noteChange(ctx, { target: `category:${id}`, before: loggedParts(before) });
      ctx.emit(categoriesChanged({ categoryId: id }));
    });
    invalidateCategories(ctx.services);
    invalidateGroups(ctx);
    return true;
  },
});

/** @throws {DomainError} IN_USE, which says so where only threads are left that nobody sees. */
async function refuseWithThreads(ctx: Context, categoryId: number): Promise<void> {
  if (!(await ctx.db.existsBy(Thread, { categoryId }))) return;
  if (await ctx.db.existsBy(Thread, { categoryId, deletedAt: IsNull() })) throw new DomainError("IN_USE");
  const deleted = await ctx.db.countBy(Thread, { categoryId });
  throw new DomainError("IN_USE", {
    text: {
      zh: `此分类还有 ${deleted} 个已删除的主题，仍可恢复；请先恢复并移到其他分类`,
      en: `${deleted} deleted threads of this category can still be restored. Restore them and move them to another one first.`,
    },
  });
}

/** Selects the parts of a category that are logged. */
function loggedParts({ name, description, icon, color, sort, parentId }: Category): CheckedCategory {
  return { name, description, icon, color, sort, parentId };
}
