import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { load } from "../../../core/loaders.ts";
import { row, selectOne } from "../../../core/sql.ts";
import { MemberStatus } from "../../../core/viewer.ts";
import { postById } from "../../posts/post.loaders.ts";
import { Report } from "../reports/report.entity.ts";
import { setUserStatus } from "../../auth/accounts/member.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { lockMember } from "../../users/members/member.service.ts";
import { ReviewKind } from "./review.input.ts";
import { targetOf } from "./reviewKeys.ts";

/**
 * Bans whoever wrote something, or is reported themself; for administrators, as the verb says. Who is banned already stays so
 * for the reason that they know.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for what is anonymous.
 */
export async function banAuthor(ctx: Context, kind: ReviewKind, id: number, reason: string): Promise<void> {
  const userId = await authorOf(ctx, kind, id);
  const { status } = await lockMember(ctx, userId);
  if (status !== MemberStatus.BANNED || !ctx.viewer.isAdmin)
    await setUserStatus(ctx, { userId, status: MemberStatus.BANNED, reason });
}

/**
 * Gives whom the latest decision banned the standing that they had before it; nothing is done if it banned nobody, or
 * somebody decided about the member since.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for all but administrators.
 */
export async function unbanAuthor(ctx: Context, kind: ReviewKind, id: number): Promise<void> {
  const userId = await authorOf(ctx, kind, id);
  if (!ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
  const decision = await row<{ requestId: string }>(
    ctx,
    "SELECT a.requestId FROM audit_log a WHERE a.target = ? AND a.action = ? ORDER BY a.id DESC LIMIT 1",
    [targetOf(kind, id), DECISION],
  );
  const banned = await row<{ action: string; requestId: string; before: string }>(
    ctx,
    `SELECT a.action, a.requestId, a.\`before\` FROM audit_log a WHERE a.target = ? AND a.\`before\` LIKE '{"status":%'
     ORDER BY a.id DESC LIMIT 1`,
    [`user:${userId}`],
  );
  if (!decision || banned?.action !== DECISION || banned.requestId !== decision.requestId) return;
  const { status } = JSON.parse(banned.before) as { status: keyof typeof MemberStatus };
  await setUserStatus(ctx, { userId, status: MemberStatus[status] });
}

/** The verb that bans along with what it decides. */
const DECISION = "decideReview";

async function authorOf(ctx: Context, kind: ReviewKind, id: number): Promise<number> {
  const report =
    kind === ReviewKind.REPORT
      ? await selectOne(ctx, Report, "r", "reports r WHERE r.id = ?", [id])
      : { threadId: kind === ReviewKind.THREAD ? id : null, postId: kind === ReviewKind.POST ? id : null };
  if (!report) throw new DomainError("NOT_FOUND");
  const { threadId, postId } = report;
  const content =
    postId !== null
      ? await load(ctx, postById, postId)
      : threadId !== null
        ? await load(ctx, threadById, threadId)
        : null;
  if (content?.isAnonymous) {
    throw invalid("ban", "匿名内容的作者不会公开", "Nobody learns who wrote what is anonymous.");
  }
  const userId = content?.authorId ?? ("userId" in report ? report.userId : null);
  if (userId === null || userId === undefined) throw new DomainError("NOT_FOUND");
  return userId;
}
