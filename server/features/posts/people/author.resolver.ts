import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, FieldResolver, Info, Int, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { fieldsBelow } from "../../../core/selection.ts";
import { User } from "../../users/user.entity.ts";
import { listActiveUsers, listPostsOf } from "./author.service.ts";
import { preloadPostNeighbours } from "../lists/neighbour.service.ts";
import { PostConnection } from "../post.view.ts";

/** GraphQL's view of who writes what. */
@Resolver(() => User)
export class AuthorResolver {
  @Query(() => [User], { description: "Members who have written most lately, at most 8." })
  activeUsers(@Ctx() ctx: Context) {
    return listActiveUsers(ctx);
  }

  @FieldResolver(() => PostConnection, {
    description: "Replies and comments, newest first; no anonymous ones.",
  })
  async posts(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: User,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listPostsOf(ctx, user.id, { first, after });
    await preloadPostNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }
}
