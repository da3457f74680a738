import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { row } from "../../../core/sql.ts";
import { MemberStatus, refuseUnlessInGoodStanding } from "../../../core/viewer.ts";

/**
 * Refuses members who are banned or whose registration is not through, and says why as old clients show it
 * (legacy-facts 5.9). Those who are still reviewed may look around where the call allows it.
 * @throws {DomainError} ACCOUNT_BANNED, UNDER_REVIEW, REVIEW_REFUSED, REVIEW_IGNORED, SIGN_IN_FIELDS_MISSING.
 */
export async function refuseForStanding(
  ctx: Context,
  { whileReviewed = false }: { readonly whileReviewed?: boolean },
): Promise<void> {
  const { accountId: id, isSignedIn, status } = ctx.viewer;
  if (!isSignedIn || status === MemberStatus.NORMAL) return;
  if (whileReviewed && status === MemberStatus.UNDER_REVIEW) return;
  if (status === MemberStatus.BANNED || status === MemberStatus.REFUSED) {
    const found = await row<{ username: string; reason: string }>(
      ctx,
      "SELECT u.username, u.statusReason AS reason FROM users u WHERE u.id = ?",
      [id],
    );
    const { username: userName = "", reason = "" } = found ?? {};
    throw status === MemberStatus.BANNED
      ? new DomainError("ACCOUNT_BANNED", { data: { banReason: reason } })
      : new DomainError("REVIEW_REFUSED", { data: { id, userName, rejectReason: reason } });
  }
  refuseUnlessInGoodStanding(ctx.viewer);
}
