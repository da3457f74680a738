import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { findNode, findNodes } from "./node.service.ts";
import { Node } from "./node.view.ts";

/** GraphQL door to things by their global ids. */
@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: "A thing by its global id; null if the viewer sees none.",
  })
  node(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Type and number, such as `Thread:12`." }) id: string,
  ) {
    return findNode(ctx, id);
  }

  @Query(() => [Node], {
    nullable: "items",
    description: "Things by their global ids, in that order; null for those that the viewer does not see.",
  })
  nodes(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { description: "At most 100 ids such as `Thread:12`." }) ids: string[],
  ) {
    return findNodes(ctx, ids);
  }
}
