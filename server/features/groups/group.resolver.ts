import { Arg, Ctx, FieldResolver, Float, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { createGroup, deleteGroups, updateGroups } from "./group.admin.service.ts";
import { Group, SCALE_UNITS } from "./group.entity.ts";
import { GroupChangeInput, GroupInput } from "./group.input.ts";
import { grantsOf, groupsById, setGroupPermissions } from "./group.service.ts";
import { getGroupDeletion, listGroupDeletions, undoGroupDeletion } from "./groupDeletion.service.ts";
import { listPermissionKeys } from "./permissionKey.service.ts";
import { PermissionKeyView } from "./permissionKey.view.ts";
import { GroupDeletionView } from "./groupDeletion.view.ts";

/** Pages of deletions. */
export const GroupDeletionConnection = connectionType("GroupDeletion", () => GroupDeletionView);

/** GraphQL queries and mutations of groups. */
@Resolver(() => Group)
export class GroupResolver {
  @Query(() => [Group], { description: "All groups, for choosing and managing." })
  async groups(@Ctx() ctx: Context) {
    return [...(await groupsById(ctx)).values()];
  }

  @Query(() => [PermissionKeyView], { description: "Everything that groups may be granted." })
  permissionKeys(@Ctx() ctx: Context): Promise<PermissionKeyView[]> {
    return listPermissionKeys(ctx);
  }

  @FieldResolver(() => Float, { description: "Commission in tenths: 3 is 30 %." })
  scale(@Root() group: Group) {
    return group.scale / SCALE_UNITS;
  }

  @FieldResolver(() => [String], {
    nullable: true,
    description: "What its members may do; for administrators.",
  })
  async permissions(@Ctx() ctx: Context, @Root() group: Group) {
    return ctx.viewer.isAdmin ? [...(await grantsOf(ctx, group.id))].sort() : null;
  }

  @Mutation(() => Group, { description: "Adds a group; for administrators." })
  createGroup(
    @Ctx() ctx: Context,
    @Arg("input", () => GroupInput, { description: "All that is written, in one object." }) input: GroupInput,
  ) {
    return createGroup(ctx, input);
  }

  @Mutation(() => [Group], { description: "Changes groups, all or none; for administrators." })
  updateGroups(
    @Ctx() ctx: Context,
    @Arg("changes", () => [GroupChangeInput], { description: "The changes, each with the id of its group." })
    changes: GroupChangeInput[],
  ) {
    return updateGroups(ctx, changes);
  }

  @Mutation(() => GroupDeletionView, { description: "Their members join the default group." })
  async deleteGroups(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { description: "Ids of the groups." }) ids: string[],
  ) {
    const parsed = ids.map((id) => parseId(id, "ids"));
    return getGroupDeletion(ctx, await deleteGroups(ctx, parsed));
  }

  @Query(() => GroupDeletionConnection, { description: "Deleted groups, newest first." })
  groupDeletions(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listGroupDeletions(ctx, { first, after });
  }

  @Mutation(() => GroupDeletionView, { description: "Groups, what they are granted and their members." })
  undoGroupDeletion(
    @Ctx() ctx: Context,
    @Arg("deletionId", () => ID, { description: "Id of the deletion that is taken back." })
    deletionId: string,
  ) {
    return undoGroupDeletion(ctx, parseId(deletionId, "deletionId"));
  }

  @Mutation(() => Boolean, { description: "Replaces all permissions of a group; true when done." })
  setGroupPermissions(
    @Ctx() ctx: Context,
    @Arg("groupId", () => ID, { description: "Id of the group." }) groupId: string,
    @Arg("permissions", () => [String], { description: "Keys of all permissions that it has from now on." })
    permissions: string[],
  ) {
    return setGroupPermissions(ctx, { groupId: parseId(groupId, "groupId"), permissions });
  }
}
