import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import type { RouteOptions } from "../../../core/rest.ts";
import { UserStatus, refuseUnlessInGoodStanding } from "../../../core/viewer.ts";
import { User } from "../user.entity.ts";

/**
 * Refuses members who are banned or not yet admitted, with the reason in the form of legacy clients (legacy-facts 5.9).
 * Members under review, and those whose sign-in fields are missing, may read where the route allows it.
 * @throws {DomainError} ACCOUNT_BANNED, UNDER_REVIEW, REVIEW_REFUSED, REVIEW_IGNORED, SIGN_IN_FIELDS_MISSING.
 */
export async function refuseForStanding(
  ctx: Context,
  { whileReviewed = false, whileWaiting = false }: Pick<RouteOptions, "whileReviewed" | "whileWaiting">,
): Promise<void> {
  const { accountId: id, isSignedIn, status } = ctx.viewer;
  if (!isSignedIn || status === UserStatus.NORMAL) return;
  if ((whileReviewed || whileWaiting) && status === UserStatus.UNDER_REVIEW) return;
  if (whileWaiting && status === UserStatus.FIELDS_MISSING) return;
  if (status === UserStatus.BANNED || status === UserStatus.REFUSED) {
    const member = await ctx.db.findOne(User, {
      select: { id: true, username: true, statusReason: true },
      where: { id },
    });
    const { username: userName = "", statusReason: reason = "" } = member ?? {};
    throw status === UserStatus.BANNED
      ? new DomainError("ACCOUNT_BANNED", { data: { banReason: reason } })
      : new DomainError("REVIEW_REFUSED", { data: { id, userName, rejectReason: reason } });
  }
  refuseUnlessInGoodStanding(ctx.viewer);
}
