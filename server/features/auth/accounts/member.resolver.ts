import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { User } from "../../users/user.entity.ts";
import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  resetUserPassword,
  setUserStatus,
} from "./member.service.ts";
import { SessionInfo } from "../sessions/session.view.ts";

/** GraphQL queries and mutations for members' status and sessions; for administrators. */
@Resolver()
export class MemberAccountResolver {
  @Query(() => [SessionInfo], { description: "For administrators: where a member is signed in." })
  async userSessions(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "The member whose sessions are listed." }) userId: string,
  ): Promise<SessionInfo[]> {
    const sessions = await listUserSessions(ctx, parseId(userId, "userId"));
    return sessions.map((session) => ({ ...session, isCurrent: session.id === ctx.sessionId }));
  }

  @Mutation(() => Boolean, { description: "Ends one session of a member; true if it was open." })
  endUserSession(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
    @Arg("sessionId", () => ID, { description: "Id of the session." }) sessionId: string,
  ) {
    return endUserSession(ctx, {
      userId: parseId(userId, "userId"),
      sessionId: parseId(sessionId, "sessionId"),
    });
  }

  @Mutation(() => User, {
    description: "Bans a member, or decides about a registration; for administrators.",
  })
  setUserStatus(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
    @Arg("status", () => UserStatus, { description: "The new state." }) status: UserStatus,
    @Arg("reason", () => String, { nullable: true, description: "What the member is told and the log says." })
    reason?: string,
  ) {
    return setUserStatus(ctx, { userId: parseId(userId, "userId"), status, reason });
  }

  @Mutation(() => Boolean, { description: "Also ends all sessions of the member." })
  resetUserPassword(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
    @Arg("password", () => String, { description: "The new password, in plain text." }) password: string,
  ) {
    return resetUserPassword(ctx, { userId: parseId(userId, "userId"), password });
  }

  @Mutation(() => Int, { description: "How many sessions ended." })
  endUserSessions(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return endUserSessions(ctx, parseId(userId, "userId"));
  }
}
