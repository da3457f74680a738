import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../core/context.ts";
import { useInstead } from "../../core/deprecation.ts";
import { parseId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { Group } from "../groups/group.entity.ts";
import { actingGroupOf } from "./paid-groups/actingGroup.service.ts";
import { FollowState } from "./relations/relation.entity.ts";
import { blockedByViewer, followStateOf } from "./relations/relation.loaders.ts";
import {
  blockUser,
  followUser,
  listBlockedUsers,
  listRelations,
  removeFan,
  unblockUser,
  unfollowUser,
  UserConnectionKind,
} from "./relations/relation.service.ts";
import { setListDensity } from "./density.service.ts";
import { mayViewFollows, savePrivacy } from "./members/privacy.service.ts";
import { Audience, ListDensity, User } from "./user.entity.ts";
import { PrivacyInput } from "./user.input.ts";
import { canBlock, canEditProfile, canFollow, canSeeUsername } from "./user.policy.ts";
import { dismissWelcome } from "./members/welcome.service.ts";
import { viewUser } from "./user.service.ts";
import { UserConnection } from "./user.view.ts";

registerEnumType(FollowState, {
  name: "FollowState",
  description: "Whether somebody follows a member.",
  valuesConfig: {
    NONE: { description: "They do not." },
    FOLLOWED: { description: "They do." },
    MUTUAL: { description: "They follow each other." },
  },
});
registerEnumType(UserConnectionKind, {
  name: "UserConnectionKind",
  description: "Sides of following.",
  valuesConfig: {
    FOLLOWS: { description: "Whom the member follows." },
    FANS: { description: "Who follows the member." },
  },
});

/** GraphQL queries, mutations and fields of members. Only translates: rules live in the service and the policy. */
@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { nullable: true, description: "Who asks; null for visitors." })
  viewer(@Ctx() ctx: Context) {
    return ctx.viewer.isSignedIn ? viewUser(ctx, ctx.viewer.accountId) : null;
  }

  @Query(() => User, { nullable: true, description: "A member; NOT_FOUND where there is none." })
  user(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "Id of the member." }) id: string) {
    return viewUser(ctx, parseId(id));
  }

  @Query(() => UserConnection, { description: "Members whom the viewer has blocked, newest first." })
  blockedUsers(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listBlockedUsers(ctx, { first, after });
  }

  @FieldResolver(() => String, { nullable: true, description: "Only for the member and for administrators." })
  username(@Ctx() ctx: Context, @Root() user: User) {
    return canSeeUsername(ctx.viewer, user.id) ? user.username : null;
  }

  @FieldResolver(() => Boolean, {
    description: "A new member who has not put the first steps aside; false but for oneself.",
  })
  isNew(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isSignedIn && ctx.viewer.accountId === user.id && Boolean(user.isNew);
  }

  @FieldResolver(() => Audience, {
    nullable: true,
    description: "Whose private messages one takes; only for oneself.",
  })
  messagesFrom(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isSignedIn && ctx.viewer.accountId === user.id ? user.messagesFrom : null;
  }

  @FieldResolver(() => Audience, {
    nullable: true,
    description: "Who sees whom one follows, and by whom one is followed; only for oneself.",
  })
  followsFrom(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isSignedIn && ctx.viewer.accountId === user.id ? user.followsFrom : null;
  }

  @FieldResolver(() => Boolean, {
    description: "May see whom the member follows, and by whom they are followed.",
  })
  async viewerCanViewFollows(@Ctx() ctx: Context, @Root() user: User) {
    return (await mayViewFollows(ctx, user.id)).allowed;
  }

  @Mutation(() => User, { description: "Changes who may do what with the viewer; absent parts stay." })
  savePrivacy(
    @Ctx() ctx: Context,
    @Arg("input", () => PrivacyInput, { description: "All that is written, in one object." })
    input: PrivacyInput,
  ) {
    return savePrivacy(ctx, input);
  }

  @Mutation(() => User, { description: "Puts the first steps of a new member aside, for good." })
  dismissWelcome(@Ctx() ctx: Context) {
    return dismissWelcome(ctx, undefined);
  }

  @FieldResolver(() => Group, { description: "The group that gives the member permissions." })
  group(@Ctx() ctx: Context, @Root() user: User) {
    return actingGroupOf(ctx, user);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "0 not followed, 1 followed, 2 mutual; null for oneself and for visitors.",
    deprecationReason: useInstead("followState"),
  })
  follow(@Ctx() ctx: Context, @Root() user: User) {
    return stateOfFollowing(ctx, user);
  }

  @FieldResolver(() => FollowState, {
    nullable: true,
    description: "Whether the viewer follows this member; null for oneself and for visitors.",
  })
  followState(@Ctx() ctx: Context, @Root() user: User) {
    return stateOfFollowing(ctx, user);
  }

  @FieldResolver(() => Boolean, { description: "The viewer blocks this member." })
  async isDeny(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isMember && (await load(ctx, blockedByViewer, user.id)) === true;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may follow this member now." })
  viewerCanFollow(@Ctx() ctx: Context, @Root() user: User) {
    return canFollow(ctx.viewer, user.id).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may block this member now." })
  viewerCanBlock(@Ctx() ctx: Context, @Root() user: User) {
    return canBlock(ctx.viewer, user.id).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may change this profile." })
  viewerCanEdit(@Ctx() ctx: Context, @Root() user: User) {
    return canEditProfile(ctx.viewer, user.id).allowed;
  }

  @FieldResolver(() => UserConnection, { description: "Whom the member follows, or who follows them." })
  relations(
    @Ctx() ctx: Context,
    @Root() user: User,
    @Arg("kind", () => UserConnectionKind, {
      description: "Whom the member follows, or who follows the member.",
    })
    kind: UserConnectionKind,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listRelations(ctx, user, kind, { first, after });
  }

  @FieldResolver(() => ListDensity, { nullable: true, description: "Only for the member." })
  listDensity(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isSignedIn && ctx.viewer.accountId === user.id ? user.listDensity : null;
  }

  @Mutation(() => User, { description: "Chooses the looks of the viewer's lists." })
  setListDensity(
    @Ctx() ctx: Context,
    @Arg("density", () => ListDensity, { description: "How lists of threads look for the viewer." })
    density: ListDensity,
  ) {
    return setListDensity(ctx, density);
  }

  @Mutation(() => User, { description: "Follows a member." })
  followUser(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return followUser(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => User, { description: "Ends following a member." })
  unfollowUser(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return unfollowUser(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => User, { description: "Makes a fan stop following the viewer." })
  removeFan(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return removeFan(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => User, { description: "Blocks a member, who then no longer follows the viewer." })
  blockUser(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return blockUser(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => User, { description: "Ends blocking a member." })
  unblockUser(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return unblockUser(ctx, parseId(userId, "userId"));
  }
}

async function stateOfFollowing(ctx: Context, user: User): Promise<FollowState | null> {
  if (!ctx.viewer.isMember || ctx.viewer.id === user.id) return null;
  return (await load(ctx, followStateOf, user.id)) ?? FollowState.NONE;
}
