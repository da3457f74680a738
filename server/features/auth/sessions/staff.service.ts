import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { isStaff } from "../../users/user.policy.ts";
import { viewerFor } from "./viewer.service.ts";

/** True if a member moderates a category or the whole forum at present. */
export async function isStaffMember(ctx: Context, userId: number): Promise<boolean> {
  const user = await load(ctx, userById, userId);
  return user != null && isStaff(await viewerFor(ctx, { ...user, userId }));
}
