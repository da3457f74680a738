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
  async userSessions(@Ctx() ctx: Context, @Arg("userId", () => ID) userId: string): Promise<SessionInfo[]> {
    const sessions = await listUserSessions(ctx, parseId(userId, "userId"));
    return sessions.map((session) => ({ ...session, isCurrent: session.id === ctx.sessionId }));
  }

  @Mutation(() => Boolean)
  endUserSession(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID) userId: string,
    @Arg("sessionId", () => ID) sessionId: string,
  ) {
    return endUserSession(ctx, {
      userId: parseId(userId, "userId"),
      sessionId: parseId(sessionId, "sessionId"),
    });
  }

  @Mutation(() => User)
  setUserStatus(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID) userId: string,
    @Arg("status", () => UserStatus) status: UserStatus,
    @Arg("reason", () => String, { nullable: true }) reason?: string,
  ) {
    return setUserStatus(ctx, { userId: parseId(userId, "userId"), status, reason });
  }

  @Mutation(() => Boolean, { description: "Also ends all sessions of the member." })
  resetUserPassword(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID) userId: string,
    @Arg("password", () => String) password: string,
  ) {
    return resetUserPassword(ctx, { userId: parseId(userId, "userId"), password });
  }

  @Mutation(() => Int, { description: "How many sessions ended." })
  endUserSessions(@Ctx() ctx: Context, @Arg("userId", () => ID) userId: string) {
    return endUserSessions(ctx, parseId(userId, "userId"));
  }
}
