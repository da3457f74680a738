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

  @Query(() => Category, { nullable: true })
  category(@Ctx() ctx: Context, @Arg("id", () => ID) id: string) {
    return viewCategory(ctx, parseId(id));
  }

  @FieldResolver(() => [Category], {
    description: "Second level, in order; empty on the second level itself.",
  })
  children(@Ctx() ctx: Context, @Root() category: Category) {
    return listChildren(ctx, category.id);
  }

  @FieldResolver(() => Boolean)
  viewerCanPublish(@Ctx() ctx: Context, @Root() category: Category) {
    return canPublishIn(ctx.viewer, category.id).allowed;
  }

  @Mutation(() => Category)
  createCategory(@Ctx() ctx: Context, @Arg("input", () => CategoryInput) input: CategoryInput) {
    return createCategory(ctx, input);
  }

  @Mutation(() => Category)
  updateCategory(
    @Ctx() ctx: Context,
    @Arg("id", () => ID) id: string,
    @Arg("input", () => CategoryInput) input: CategoryInput,
  ) {
    return updateCategory(ctx, { id: parseId(id), input });
  }

  @Mutation(() => Boolean)
  deleteCategory(@Ctx() ctx: Context, @Arg("id", () => ID) id: string) {
    return deleteCategory(ctx, parseId(id));
  }
}
