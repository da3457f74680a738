import type { Context } from "../../../core/context.ts";
import type { SignedIn } from "../accounts/enter.service.ts";
import type { SessionView } from "./session.view.ts";
import { viewerFor } from "./viewer.service.ts";

/** Reads the rest of the response as the member who has just signed in. */
export async function continueAs(ctx: Context, signedIn: SignedIn): Promise<SessionView> {
  const { user, id, accessToken, expiresAt, isReopened = false } = signedIn;
  const viewer = await viewerFor(ctx, { ...user, userId: user.id });
  ctx.loaders.clear();
  Object.assign(ctx, { viewer, sessionId: id, proof: "cookie+companion" });
  return { viewer: user, accessToken, expiresAt, isReopened };
}
