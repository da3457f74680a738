import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { groupsById } from "../groups/group.service.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { previewInvitation } from "./acceptance.service.ts";
import { Invitation } from "./invitation.entity.ts";
import { CreateInvitationInput } from "./invitation.input.ts";
import {
  createInvitation,
  findOrigin,
  invitationPath,
  listInvitations,
  listInvitees,
  listOwnInvitations,
  readInvitationOverview,
  revokeInvitation,
} from "./invitation.service.ts";
import {
  InvitationConnection,
  InvitationOrigin,
  InvitationOverview,
  InvitationPreview,
  InvitationState,
  Invitee,
  InviteeConnection,
  stateOfInvitation,
} from "./invitation.view.ts";

/** GraphQL's view of codes that let people in. */
@Resolver(() => Invitation)
export class InvitationResolver {
  @Query(() => InvitationPreview, {
    nullable: true,
    description: "A code as it looks to who was given it; null if it does not work.",
  })
  invitation(
    @Ctx() ctx: Context,
    @Arg("code", () => String, { description: "The code, in any case; or the number of a member." })
    code: string,
  ) {
    return previewInvitation(ctx, code);
  }

  @Query(() => InvitationOverview, { description: "The viewer's invitations in figures." })
  invitationOverview(@Ctx() ctx: Context) {
    return readInvitationOverview(ctx);
  }

  @Query(() => InvitationConnection, { description: "Codes that the viewer has made, newest first." })
  ownInvitations(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last code of the page before.",
    })
    after?: string,
  ) {
    return listOwnInvitations(ctx, { first, after });
  }

  @Query(() => InvitationConnection, {
    description: "Codes of all members, newest first. For administrators.",
  })
  invitations(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last code of the page before.",
    })
    after?: string,
  ) {
    return listInvitations(ctx, { first, after });
  }

  @Query(() => InviteeConnection, { description: "Members who came by the viewer, newest first." })
  invitees(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { nullable: true, description: "Another inviter; for administrators." })
    userId?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, { nullable: true, description: "Cursor of the last one of the page before." })
    after?: string,
  ) {
    return listInvitees(ctx, parseOptionalId(userId, "userId"), { first, after });
  }

  @Mutation(() => Invitation, { description: "Makes a code that lets people in." })
  createInvitation(
    @Ctx() ctx: Context,
    @Arg("input", () => CreateInvitationInput, { description: "How many it lets in, and for how long." })
    input: CreateInvitationInput,
  ) {
    return createInvitation(ctx, input);
  }

  @Mutation(() => Invitation, { description: "Revokes a code. Who has come by it stays." })
  revokeInvitation(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "The code." }) id: string) {
    return revokeInvitation(ctx, parseId(id));
  }

  @FieldResolver(() => InvitationState, { description: "Whether it works, and why not." })
  state(@Ctx() ctx: Context, @Root() invitation: Invitation) {
    return stateOfInvitation(invitation, ctx.now);
  }

  @FieldResolver(() => String, { description: "Path of the link with it." })
  path(@Ctx() ctx: Context, @Root() { code }: Invitation) {
    return invitationPath(ctx, code);
  }

  @FieldResolver(() => User, { nullable: true, description: "Who made it." })
  inviter(@Ctx() ctx: Context, @Root() { userId }: Invitation) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Group that it leads to; null for the default group.",
  })
  async groupName(@Ctx() ctx: Context, @Root() { groupId }: Invitation) {
    return groupId === null ? null : ((await groupsById(ctx)).get(groupId)?.name ?? null);
  }
}

/** Members who came by an invitation. */
@Resolver(() => Invitee)
export class InviteeResolver {
  @FieldResolver(() => User, { nullable: true, description: "The member." })
  user(@Ctx() ctx: Context, @Root() { id }: Invitee) {
    return load(ctx, userById, id);
  }
}

/** Origin of members, for administrators. */
@Resolver(() => User)
export class UserOriginResolver {
  @FieldResolver(() => InvitationOrigin, {
    nullable: true,
    description: "The invitation by which the member came; only for administrators.",
  })
  invitedBy(@Ctx() ctx: Context, @Root() { id }: User) {
    return findOrigin(ctx, id);
  }
}

/** Who invited a member. */
@Resolver(() => InvitationOrigin)
export class InvitationOriginResolver {
  @FieldResolver(() => User, { nullable: true, description: "The member who invited." })
  inviter(@Ctx() ctx: Context, @Root() { inviterId }: InvitationOrigin) {
    return load(ctx, userById, inviterId);
  }
}
