import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { checkFirst } from "../../../core/paging.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { isStaff } from "../../users/user.policy.ts";
import { UserRemark, RemarkKind } from "./remark.entity.ts";
import { WarnUserInput } from "./remark.input.ts";
import { REMARKS_MAX, remarksAbout } from "./remark.loaders.ts";
import { addMemberNote, deleteUserRemark, warnUser } from "./remark.service.ts";

/** GraphQL's view of warnings and notes. Only translates: rules live in the service. */
@Resolver(() => UserRemark)
export class RemarkResolver {
  @Mutation(() => UserRemark, { description: "For moderators: warns a member, who gets a notification." })
  warnUser(
    @Ctx() ctx: Context,
    @Arg("input", () => WarnUserInput, { description: "All that is written, in one object." })
    input: WarnUserInput,
  ) {
    return warnUser(ctx, input);
  }

  @Mutation(() => UserRemark, { description: "For moderators: notes something that staff alone reads." })
  addMemberNote(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
    @Arg("body", () => String, { description: "1 to 1000 characters." }) body: string,
  ) {
    return addMemberNote(ctx, { userId: parseId(userId, "userId"), body });
  }

  @Mutation(() => Boolean, {
    description: "Removes a note or a warning: one's own, or any for administrators.",
  })
  deleteUserRemark(
    @Ctx() ctx: Context,
    @Arg("remarkId", () => ID, { description: "Id of the remark." }) remarkId: string,
  ) {
    return deleteUserRemark(ctx, parseId(remarkId, "remarkId"));
  }

  @FieldResolver(() => User, { description: "Who wrote it." })
  author(@Ctx() ctx: Context, @Root() remark: UserRemark) {
    return load(ctx, userById, remark.authorId);
  }

  @FieldResolver(() => Boolean, { description: "The viewer may remove it." })
  viewerCanDelete(@Ctx() { viewer }: Context, @Root() remark: UserRemark) {
    return viewer.isAdmin || viewer.owns(remark);
  }
}

/** Warnings and notes as fields of the member that they are about; for staff. */
@Resolver(() => User)
export class UserRemarksResolver {
  @FieldResolver(() => [UserRemark], {
    nullable: true,
    description: "The newest warnings and notes, newest first; null for all but staff.",
  })
  remarks(
    @Ctx() ctx: Context,
    @Root() user: User,
    @Arg("first", () => Int, { defaultValue: REMARKS_MAX, description: "1 to 100." }) first: number,
  ) {
    if (!isStaff(ctx.viewer)) return null;
    const count = checkFirst(first);
    return chain(load(ctx, remarksAbout, user.id), (remarks) => remarks?.slice(0, count) ?? []);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Warnings among the newest remarks; null for all but staff.",
  })
  warningCount(@Ctx() ctx: Context, @Root() user: User) {
    if (!isStaff(ctx.viewer)) return null;
    return chain(
      load(ctx, remarksAbout, user.id),
      (remarks) => remarks?.filter(({ kind }) => kind === RemarkKind.WARNING).length ?? 0,
    );
  }

  @FieldResolver(() => Boolean, {
    description: "The viewer may warn and note: they moderate, and it is not them.",
  })
  viewerCanRemark(@Ctx() { viewer }: Context, @Root() user: User) {
    return isStaff(viewer) && viewer.id !== user.id;
  }

  @FieldResolver(() => Boolean, { description: "The viewer may ban and let back in." })
  viewerCanBan(@Ctx() { viewer }: Context, @Root() user: User) {
    return viewer.isAdmin && viewer.id !== user.id;
  }
}
