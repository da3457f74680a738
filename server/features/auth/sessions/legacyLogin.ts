import type { Context } from "../../../core/context.ts";
import { legacyAddress } from "../../../core/rest.ts";
import { login } from "../accounts/account.service.ts";
import type { LegacyLogin } from "../accounts/account.input.ts";
import { standingOf } from "../../users/user.policy.ts";
import { ClientKind } from "./session.entity.ts";
import { SESSION_LIFETIME_MS } from "./session.service.ts";

/** Signs in with a stand-alone token, for legacy clients (legacy-facts 3.1). */
export async function loginForLegacy(ctx: Context, { username, password }: LegacyLogin): Promise<object> {
  const { user, accessToken } = await login(ctx, { username, password, client: ClientKind.API });
  return {
    tokenType: "Bearer",
    expiresIn: SESSION_LIFETIME_MS / 1000,
    accessToken,
    refreshToken: "",
    isMissNickname: false,
    avatarUrl: legacyAddress(ctx, user.avatarUrl),
    userStatus: standingOf(user, ctx.now),
    uid: user.id,
    userId: user.id,
  };
}
