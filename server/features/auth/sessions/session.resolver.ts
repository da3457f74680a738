import { Arg, Ctx, GraphQLISODateTime, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { ClaimAdminInput, LoginInput, RegisterInput } from "../accounts/account.input.ts";
import { login, register } from "../accounts/account.service.ts";
import { User } from "../../users/user.entity.ts";
import { changePassword, changeUsername, closeAccount } from "../accounts/ownAccount.service.ts";
import { continueAs } from "./continueAs.service.ts";
import { proveIdentity } from "./proof.service.ts";
import { listSessions, logout, revokeOtherSessions, revokeSession } from "./session.service.ts";
import { SessionInfo, SessionView } from "./session.view.ts";
import { claimAdmin } from "../accounts/setup.service.ts";

/** GraphQL queries and mutations for signing in and out. */
@Resolver()
export class SessionResolver {
  @Query(() => [SessionInfo], {
    description: "Sessions in which the viewer is signed in, the present one included.",
  })
  async sessions(@Ctx() ctx: Context): Promise<SessionInfo[]> {
    const sessions = await listSessions(ctx);
    return sessions.map((session) => ({ ...session, isCurrent: session.id === ctx.sessionId }));
  }

  @Mutation(() => SessionView, { description: "Makes an account and signs it in." })
  async register(
    @Ctx() ctx: Context,
    @Arg("input", () => RegisterInput, { description: "All that is written, in one object." })
    input: RegisterInput,
  ) {
    return continueAs(ctx, await register(ctx, input));
  }

  @Mutation(() => SessionView, { description: "Signs in by name and password." })
  async login(
    @Ctx() ctx: Context,
    @Arg("input", () => LoginInput, { description: "All that is written, in one object." }) input: LoginInput,
  ) {
    return continueAs(ctx, await login(ctx, input));
  }

  @Mutation(() => SessionView, { description: "Makes the first administrator of a new forum." })
  async claimAdmin(
    @Ctx() ctx: Context,
    @Arg("input", () => ClaimAdminInput, { description: "All that is written, in one object." })
    input: ClaimAdminInput,
  ) {
    return continueAs(ctx, await claimAdmin(ctx, input));
  }

  @Mutation(() => Boolean, { description: "Ends the session of this request." })
  logout(@Ctx() ctx: Context) {
    return logout(ctx, undefined);
  }

  @Mutation(() => Boolean, {
    description:
      "Proves by the password or the second factor that it is the owner: needed within ten minutes before the account is changed.",
  })
  proveIdentity(
    @Ctx() ctx: Context,
    @Arg("password", () => String, { nullable: true, description: "The present password." })
    password?: string,
    @Arg("code", () => String, {
      nullable: true,
      description: "Code of the authenticator, or a recovery code; instead of the password.",
    })
    code?: string,
  ) {
    return proveIdentity(ctx, { password, code });
  }

  @Mutation(() => SessionView, { description: "Ends all sessions; this one is the new one." })
  async changePassword(
    @Ctx() ctx: Context,
    @Arg("password", () => String, { description: "The new password." }) password: string,
  ) {
    return continueAs(ctx, await changePassword(ctx, password));
  }

  @Mutation(() => User, {
    description: "Changes the name that one signs in with, as often as the site allows.",
  })
  changeUsername(
    @Ctx() ctx: Context,
    @Arg("username", () => String, { description: "The new user name." }) username: string,
  ) {
    return changeUsername(ctx, username);
  }

  @Mutation(() => GraphQLISODateTime, {
    description: "Closes the account: it is erased at the time given back, unless one signs in before.",
  })
  closeAccount(@Ctx() ctx: Context) {
    return closeAccount(ctx, undefined);
  }

  @Mutation(() => Int, { description: "How many other sessions ended." })
  revokeOtherSessions(@Ctx() ctx: Context) {
    return revokeOtherSessions(ctx, undefined);
  }

  @Mutation(() => Boolean, { description: "Ends one of the viewer's sessions; true if it was open." })
  revokeSession(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the session, from `sessions`." }) id: string,
  ) {
    return revokeSession(ctx, parseId(id));
  }
}
