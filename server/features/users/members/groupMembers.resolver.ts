import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { Group } from "../../groups/group.entity.ts";
import { memberCountOf } from "./groupMembers.loaders.ts";

/** GraphQL fields of groups that are known by their members. */
@Resolver(() => Group)
export class GroupMembersResolver {
  @FieldResolver(() => Int, { nullable: true, description: "Members that it has now; for administrators." })
  async memberCount(@Ctx() ctx: Context, @Root() group: Group) {
    return ctx.viewer.isAdmin ? ((await load(ctx, memberCountOf, group.id)) ?? 0) : null;
  }
}
