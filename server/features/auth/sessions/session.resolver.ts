import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { ClaimAdminInput, LoginInput, RegisterInput } from "../accounts/account.input.ts";
import { login, register, type SignedIn } from "../accounts/account.service.ts";
import { listSessions, logout, revokeSession } from "./session.service.ts";
import { SessionInfo, SessionView } from "./session.view.ts";
import { claimAdmin } from "../accounts/setup.service.ts";
import { viewerFor } from "./viewer.service.ts";

/** GraphQL's view of signing in and out. */
@Resolver()
export class SessionResolver {
  @Query(() => [SessionInfo])
  async sessions(@Ctx() ctx: Context): Promise<SessionInfo[]> {
    const found = await listSessions(ctx);
    return found.map((session) => ({ ...session, isCurrent: session.id === ctx.sessionId }));
  }

  @Mutation(() => SessionView)
  async register(@Ctx() ctx: Context, @Arg("input", () => RegisterInput) input: RegisterInput) {
    return welcome(ctx, await register(ctx, input));
  }

  @Mutation(() => SessionView)
  async login(@Ctx() ctx: Context, @Arg("input", () => LoginInput) input: LoginInput) {
    return welcome(ctx, await login(ctx, input));
  }

  @Mutation(() => SessionView)
  async claimAdmin(@Ctx() ctx: Context, @Arg("input", () => ClaimAdminInput) input: ClaimAdminInput) {
    return welcome(ctx, await claimAdmin(ctx, input));
  }

  @Mutation(() => Boolean)
  logout(@Ctx() ctx: Context) {
    return logout(ctx, undefined);
  }

  @Mutation(() => Boolean)
  revokeSession(@Ctx() ctx: Context, @Arg("id", () => ID) id: string) {
    return revokeSession(ctx, parseId(id));
  }
}

/** The rest of the answer is read as the member who has just signed in. */
async function welcome(ctx: Context, signedIn: SignedIn): Promise<SessionView> {
  const { user, id, accessToken, expiresAt } = signedIn;
  const viewer = await viewerFor(ctx, { ...user, userId: user.id });
  ctx.loaders.clear();
  Object.assign(ctx, { viewer, sessionId: id, proof: "cookie+companion" });
  return { viewer: user, accessToken, expiresAt };
}
