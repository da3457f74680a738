import { Arg, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { Group, SCALE_UNITS } from "./group.entity.ts";
import { groupsById, setGroupPermissions } from "./group.service.ts";

/** GraphQL's view of groups. */
@Resolver(() => Group)
export class GroupResolver {
  @Query(() => [Group])
  async groups(@Ctx() ctx: Context) {
    return [...(await groupsById(ctx)).values()];
  }

  @FieldResolver(() => Float, { description: "Commission in tenths: 3 is 30 %." })
  scale(@Root() group: Group) {
    return group.scale / SCALE_UNITS;
  }

  @Mutation(() => Boolean)
  setGroupPermissions(
    @Ctx() ctx: Context,
    @Arg("groupId", () => ID) groupId: string,
    @Arg("permissions", () => [String]) permissions: string[],
  ) {
    return setGroupPermissions(ctx, { groupId: parseId(groupId, "groupId"), permissions });
  }
}
