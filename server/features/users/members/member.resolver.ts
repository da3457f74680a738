import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Int,
  Mutation,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { UserStatus, standingCodeOf } from "../../../core/viewer.ts";
import { siteDays } from "../../settings/siteDay.service.ts";
import { listMembers, UserSort, setUserGroup } from "./member.service.ts";
import { viewSilence } from "./silence.service.ts";
import { SilenceView } from "./silence.view.ts";
import { User } from "../user.entity.ts";
import { canSeeUsername, standingOf } from "../user.policy.ts";
import { statusReasonOf } from "../user.service.ts";
import { UserConnection } from "../user.view.ts";

registerEnumType(UserStatus, {
  name: "UserStatus",
  description: "State of a member; all but NORMAL keep from writing.",
  valuesConfig: {
    NORMAL: { description: "Takes part." },
    BANNED: { description: "Was shut out by the staff." },
    UNDER_REVIEW: { description: "Registered and waits for the staff." },
    REFUSED: { description: "The registration was refused." },
    IGNORED: { description: "The registration was set aside." },
    FIELDS_MISSING: { description: "Has not yet answered the sign-in fields." },
  },
});
registerEnumType(UserSort, {
  name: "UserSort",
  description: "Orders of members.",
  valuesConfig: {
    NEWEST: { description: "Registered last first." },
    LAST_SEEN: { description: "Seen last first." },
    MOST_POSTS: { description: "Who wrote most first." },
  },
});

/** GraphQL queries, mutations and fields of members for administrators, and for the member. */
@Resolver(() => User)
export class MemberResolver {
  @Query(() => UserConnection, { description: "For administrators." })
  users(
    @Ctx() ctx: Context,
    @Arg("query", () => String, { nullable: true, description: "The beginning of a name, or an id." })
    query?: string,
    @Arg("groupId", () => ID, { nullable: true, description: "Only members of this group." })
    groupId?: string,
    @Arg("status", () => UserStatus, { nullable: true, description: "Only members in this state." })
    status?: UserStatus,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number = 20,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("sort", () => UserSort, { defaultValue: UserSort.NEWEST, description: "Order of the members." })
    sort: UserSort = UserSort.NEWEST,
    @Arg("updatedSince", () => GraphQLISODateTime, {
      nullable: true,
      description:
        "Those alone who registered, or whose name, signature, pictures, group or standing changed, at or after this time.",
    })
    updatedSince?: Date,
  ) {
    return listMembers(
      ctx,
      { query, groupId: parseOptionalId(groupId, "groupId"), status, sort, updatedSince },
      { first, after },
    );
  }

  @FieldResolver(() => UserStatus, {
    nullable: true,
    description: "Only for the member and for administrators.",
  })
  status(@Ctx() ctx: Context, @Root() user: User) {
    return canSeeUsername(ctx.viewer, user.id) ? standingOf(user, ctx.now) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Code of the error that answers whatever the member tries (ACCOUNT_BANNED, UNDER_REVIEW, REVIEW_REFUSED, " +
      "REVIEW_IGNORED, SIGN_IN_FIELDS_MISSING); null in good standing. Only for the member and for administrators.",
  })
  viewerCannotReason(@Ctx() ctx: Context, @Root() user: User) {
    return canSeeUsername(ctx.viewer, user.id) ? standingCodeOf(standingOf(user, ctx.now)) : null;
  }

  @FieldResolver(() => Boolean, { description: "Banned at present; everybody may know." })
  isBanned(@Ctx() ctx: Context, @Root() user: User) {
    return standingOf(user, ctx.now) === UserStatus.BANNED;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of the ban, if it has one; for the member and for administrators.",
  })
  bannedUntil(@Ctx() ctx: Context, @Root() user: User) {
    const isBanned = standingOf(user, ctx.now) === UserStatus.BANNED;
    return isBanned && canSeeUsername(ctx.viewer, user.id) ? user.bannedUntil : null;
  }

  @FieldResolver(() => SilenceView, {
    nullable: true,
    description: "What keeps the member from publishing, if something does; for the member and for staff.",
  })
  silence(@Ctx() ctx: Context, @Root() user: User) {
    return viewSilence(ctx, user);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why the member is banned or was refused; for the member and for administrators.",
  })
  statusReason(@Ctx() ctx: Context, @Root() user: User) {
    return canSeeUsername(ctx.viewer, user.id) ? statusReasonOf(ctx, user) : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the group ends; only for the member and for administrators.",
  })
  groupExpiresAt(@Ctx() ctx: Context, @Root() user: User) {
    return canSeeUsername(ctx.viewer, user.id) ? user.groupExpiresAt : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "Some minutes late; only for the member and for administrators.",
  })
  lastSeenAt(@Ctx() ctx: Context, @Root() { id, lastSeenMinute }: User) {
    return canSeeUsername(ctx.viewer, id) && lastSeenMinute > 0 ? new Date(lastSeenMinute * 60_000) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The day on which the member was here last, as YYYY-MM-DD in the time zone of the site; null for never.",
  })
  async lastSeenOn(@Ctx() ctx: Context, @Root() { lastSeenMinute }: User) {
    if (lastSeenMinute === 0) return null;
    return (await siteDays(ctx)).dayOf(new Date(lastSeenMinute * 60_000));
  }

  @Mutation(() => User, { description: "Moves a member to another group; for administrators." })
  setUserGroup(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
    @Arg("groupId", () => ID, { description: "Id of the group." }) groupId: string,
    @Arg("expiresAt", () => GraphQLISODateTime, {
      nullable: true,
      description: "When the member goes back; never without it.",
    })
    expiresAt?: Date,
    @Arg("reason", () => String, { nullable: true, description: "The member is told." }) reason?: string,
  ) {
    const [user, group] = [parseId(userId, "userId"), parseId(groupId, "groupId")];
    return setUserGroup(ctx, { userId: user, groupId: group, expiresAt, reason });
  }
}
