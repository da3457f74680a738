import { Like } from "typeorm";
import { AuditEntry } from "../../../core/audit.entity.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { load } from "../../../core/loaders.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { postById } from "../../posts/post.loaders.ts";
import { Report } from "../reports/report.entity.ts";
import { setUserStatus } from "../../auth/accounts/member.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { lockMember } from "../../users/members/member.service.ts";
import { ReviewKind } from "./review.input.ts";
import { targetOf } from "./reviewKeys.ts";

/**
 * Bans the author of content, or the reported member; for administrators, as `setUserStatus` checks. A member who is
 * banned already keeps the former reason.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for anonymous content.
 */
export async function banAuthor(ctx: Context, kind: ReviewKind, id: number, reason: string): Promise<void> {
  const userId = await authorOf(ctx, kind, id);
  const { status } = await lockMember(ctx, userId);
  if (status !== UserStatus.BANNED || !ctx.viewer.isAdmin)
    await setUserStatus(ctx, { userId, status: UserStatus.BANNED, reason });
}

/**
 * Restores the status of a member whom the latest decision banned; does nothing if it banned nobody, or if the member's
 * status was changed since.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for all but administrators.
 */
export async function unbanAuthor(ctx: Context, kind: ReviewKind, id: number): Promise<void> {
  const userId = await authorOf(ctx, kind, id);
  if (!ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
  const latest = { id: "DESC" } as const;
  const decision = await ctx.db.findOne(AuditEntry, {
    where: { target: targetOf(kind, id), action: DECISION },
    order: latest,
  });
  const ban = await ctx.db.findOne(AuditEntry, {
    where: { target: `user:${userId}`, before: Like('{"status":%') },
    order: latest,
  });
  if (!decision || ban?.action !== DECISION || ban.requestId !== decision.requestId) return;
  const { status } = JSON.parse(ban.before!) as { status: keyof typeof UserStatus };
  await setUserStatus(ctx, { userId, status: UserStatus[status] });
}

/** Name of the command that may ban the author with its decision. */
const DECISION = "decideReview";

async function authorOf(ctx: Context, kind: ReviewKind, id: number): Promise<number> {
  const report =
    kind === ReviewKind.REPORT
      ? await ctx.db.findOneBy(Report, { id })
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
