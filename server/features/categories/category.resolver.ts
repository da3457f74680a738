import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { createCategory, deleteCategory, updateCategory } from "./category.admin.service.ts";
import { Category } from "./category.entity.ts";
import { CategoryInput } from "./category.input.ts";
import { canPublishIn } from "./category.policy.ts";
import { listCategories, listChildren, viewCategory } from "./category.service.ts";

/** GraphQL queries and mutations of categories. Only translates: rules live in the service and the policy. */
@Resolver(() => Category)
export class CategoryResolver {
  @Query(() => [Category], { description: "The first level; `children` holds the second." })
  categories(@Ctx() ctx: Context) {
    return listCategories(ctx);
  }

  @Query(() => Category, {
    nullable: true,
    description: "A category; NOT_FOUND where there is none that the viewer may see.",
  })
  category(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "Id of the category." }) id: string) {
    return viewCategory(ctx, parseId(id));
  }

  @FieldResolver(() => [Category], {
    description: "Second level, in order; empty on the second level itself.",
  })
  children(@Ctx() ctx: Context, @Root() category: Category) {
    return listChildren(ctx, category.id);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may start a thread in it now." })
  viewerCanPublish(@Ctx() ctx: Context, @Root() category: Category) {
    return canPublishIn(ctx.viewer, category.id).allowed;
  }

  @Mutation(() => Category, { description: "Adds a category; for administrators." })
  createCategory(
    @Ctx() ctx: Context,
    @Arg("input", () => CategoryInput, { description: "All that is written, in one object." })
    input: CategoryInput,
  ) {
    return createCategory(ctx, input);
  }

  @Mutation(() => Category, { description: "Changes a category; for administrators." })
  updateCategory(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the category." }) id: string,
    @Arg("input", () => CategoryInput, { description: "All that is written, in one object." })
    input: CategoryInput,
  ) {
    return updateCategory(ctx, { id: parseId(id), input });
  }

  @Mutation(() => Boolean, {
    description: "Deletes a category that has no threads and none below it (else IN_USE); true when done.",
  })
  deleteCategory(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the category." }) id: string,
  ) {
    return deleteCategory(ctx, parseId(id));
  }
}
