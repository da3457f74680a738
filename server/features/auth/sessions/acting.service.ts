import type { Context } from "../../../core/context.ts";
import { LoaderStore } from "../../../core/loaders.ts";
import { refuseIfClosed, refuseUnlessInGoodStanding, refuseUnlessJoined } from "../../../core/viewer.ts";
import { getUser } from "../../users/user.service.ts";
import { viewerFor } from "./viewer.service.ts";

/**
 * Makes a context of a member like that of their requests, with the checks that commands begin with.
 * @throws {DomainError} their standing; SITE_CLOSED; JOIN_REQUIRED
 */
export async function actAs(ctx: Context, userId: number): Promise<Context> {
  const viewer = await viewerFor(ctx, { ...(await getUser(ctx, userId)), userId });
  refuseIfClosed(viewer);
  refuseUnlessInGoodStanding(viewer);
  refuseUnlessJoined(viewer);
  return { ...ctx, viewer, loaders: new LoaderStore() };
}
