import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { load } from "../../../core/loaders.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { setMessageRemoved } from "../../messages/message.removal.service.ts";
import { Post } from "../../posts/post.entity.ts";
import { deletePost, restorePost, setPostApproval } from "../../posts/moderation/post.moderation.service.ts";
import { Report, ReportStatus } from "../reports/report.entity.ts";
import { ReportVerdict } from "../reports/report.input.ts";
import { canHandleReport } from "../reports/report.policy.ts";
import { handleReport, reopenReports } from "../reports/report.service.ts";
import { ApprovalState, Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import {
  deleteThread,
  restoreThread,
  setThreadApproval,
} from "../../threads/moderation/thread.moderation.service.ts";
import { banAuthor, unbanAuthor } from "./authorBan.service.ts";
import { ReviewClaim } from "./claim.entity.ts";
import { claimOf } from "./claim.loaders.ts";
import { mustReview } from "./claim.service.ts";
import { type DecideReviewInput, ReviewDecision, ReviewKind } from "./review.input.ts";
import { parseKey, targetOf } from "./reviewKeys.ts";

/**
 * Decides about one thing that waits, with the verbs that do the same elsewhere, and writes the reason to the log.
 * @emits what those verbs emit
 * @throws {DomainError} CONFLICT while somebody else holds it; NOT_FOUND, FORBIDDEN; INVALID_PARAMETER.
 */
export const decideReview = verb({
  name: "decideReview",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { key, decision, reason: given, ban }: DecideReviewInput): Promise<boolean> {
    mustReview(ctx);
    const { kind, id } = parseKey(key);
    const reason = checkReason(given);
    if (ban && decision === ReviewDecision.APPROVE) {
      throw invalid("ban", "保留内容时不能封禁作者", "Nobody is banned for what stays.");
    }
    await inTransaction(ctx, async (ctx) => {
      await refuseIfHeld(ctx, key);
      // Before the content is gone: whose it is is read from it.
      if (ban) await banAuthor(ctx, kind, id, reason);
      if (kind === ReviewKind.REPORT) await decideReport(ctx, id, decision, reason);
      else await DECIDE[kind][decision](ctx, id, reason);
      await ctx.db.delete(ReviewClaim, { targetKey: key });
      noteChange(ctx, { target: targetOf(kind, id), after: { decision }, reason });
    });
    return true;
  },
});

/** What `undoReview` takes. */
export interface ReviewUndoing {
  readonly key: string;
  /** The decision banned the author as well. */
  readonly unban: boolean;
}

/**
 * Puts what was decided back into the queue.
 * @throws {DomainError} CONFLICT while somebody else holds it; NOT_FOUND, FORBIDDEN; INVALID_PARAMETER.
 */
export const undoReview = verb({
  name: "undoReview",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { key, unban }: ReviewUndoing): Promise<boolean> {
    mustReview(ctx);
    const { kind, id } = parseKey(key);
    await inTransaction(ctx, async (ctx) => {
      await refuseIfHeld(ctx, key);
      if (kind === ReviewKind.REPORT) await reopenReport(ctx, id);
      else {
        await refuseIfDeletedByOthers(ctx, kind, id);
        await BRING_BACK[kind](ctx, id);
        await SET[kind](ctx, id, ApprovalState.PENDING);
      }
      if (unban) await unbanAuthor(ctx, kind, id);
      noteChange(ctx, { target: targetOf(kind, id), after: { decision: "UNDONE" } });
    });
    return true;
  },
});

type Waiting = Exclude<ReviewKind, ReviewKind.REPORT>;

const SET: Readonly<
  Record<Waiting, (ctx: Context, id: number, approval: ApprovalState, reason?: string) => Promise<unknown>>
> = {
  [ReviewKind.THREAD]: (ctx, threadId, approval, reason) =>
    setThreadApproval(ctx, { threadId, approval, reason }),
  [ReviewKind.POST]: (ctx, postId, approval, reason) => setPostApproval(ctx, { postId, approval, reason }),
};
const BRING_BACK = { [ReviewKind.THREAD]: restoreThread, [ReviewKind.POST]: restorePost } as const;
const TAKE_AWAY = {
  [ReviewKind.THREAD]: (ctx: Context, threadId: number, reason: string) =>
    deleteThread(ctx, { threadId, reason }),
  [ReviewKind.POST]: (ctx: Context, postId: number, reason: string) => deletePost(ctx, { postId, reason }),
} as const;

const decisionsOf = (
  kind: Waiting,
): Readonly<Record<ReviewDecision, (ctx: Context, id: number, reason: string) => Promise<unknown>>> => ({
  [ReviewDecision.APPROVE]: (ctx, id, reason) => SET[kind](ctx, id, ApprovalState.APPROVED, reason),
  [ReviewDecision.REFUSE]: (ctx, id, reason) => SET[kind](ctx, id, ApprovalState.IGNORED, reason),
  [ReviewDecision.DELETE]: TAKE_AWAY[kind],
});
const DECIDE = {
  [ReviewKind.THREAD]: decisionsOf(ReviewKind.THREAD),
  [ReviewKind.POST]: decisionsOf(ReviewKind.POST),
};

/** A report that was right takes what it is about away; members stay, since a ban is a decision of its own. */
async function decideReport(
  ctx: Context,
  id: number,
  decision: ReviewDecision,
  reason: string,
): Promise<void> {
  if (decision === ReviewDecision.REFUSE) {
    throw invalid("decision", "举报只能通过或删除", "Reports are kept or deleted.");
  }
  const accepted = decision === ReviewDecision.DELETE;
  const { threadId, postId, messageId } = await handleReport(ctx, {
    id,
    verdict: accepted ? ReportVerdict.ACCEPTED : ReportVerdict.REJECTED,
  });
  if (!accepted) return;
  if (postId !== null) await deletePost(ctx, { postId, reason });
  else if (threadId !== null) await deleteThread(ctx, { threadId, reason });
  else if (messageId !== null) await setMessageRemoved(ctx, messageId, true);
}

/** Opens a report again, with those of the same thing that were decided with it. */
async function reopenReport(ctx: Context, id: number): Promise<void> {
  const report = await ctx.db.findOneBy(Report, { id });
  const thread = report?.threadId ? await load(ctx, threadById, report.threadId) : null;
  if (!report || !canHandleReport(ctx.viewer, report, thread?.categoryId ?? null)) {
    throw new DomainError("NOT_FOUND");
  }
  if (report.status === ReportStatus.OPEN) return;
  // Another moderator's verdict is not the viewer's to take back.
  if (report.handledById !== ctx.viewer.id && !ctx.viewer.isAdmin) throw changedSince();
  if (report.status === ReportStatus.ACCEPTED && report.userId === null) {
    const [kind, id] =
      report.postId === null ? [ReviewKind.THREAD, report.threadId] : [ReviewKind.POST, report.postId];
    await refuseIfDeletedByOthers(ctx, kind as Waiting, id!, report.handledById);
  }
  if (report.status === ReportStatus.ACCEPTED && report.postId !== null)
    await restorePost(ctx, report.postId);
  else if (report.status === ReportStatus.ACCEPTED && report.threadId !== null)
    await restoreThread(ctx, report.threadId);
  else if (report.status === ReportStatus.ACCEPTED && report.messageId !== null)
    await setMessageRemoved(ctx, report.messageId, false);
  await reopenReports(ctx, report);
}

/** What somebody else deleted since, its author for one, is not brought back by who decided before. */
async function refuseIfDeletedByOthers(
  ctx: Context,
  kind: Waiting,
  id: number,
  decidedBy: number | null = null,
): Promise<void> {
  const table = kind === ReviewKind.THREAD ? Thread : Post;
  const select = { id: true, deletedAt: true, deletedById: true } as const;
  const content = await ctx.db.findOne<Thread | Post>(table, { select, where: { id } });
  if (!content?.deletedAt) return;
  const by = content.deletedById;
  if (by !== ctx.viewer.id && by !== decidedBy) throw changedSince();
}

const changedSince = (): DomainError =>
  new DomainError("CONFLICT", {
    text: { zh: "之后又有其他人修改过", en: "Somebody else changed it since." },
  });

async function refuseIfHeld(ctx: Context, key: string): Promise<void> {
  const claim = await load(ctx, claimOf, key);
  if (!claim || claim.userId === ctx.viewer.id) return;
  throw new DomainError("CONFLICT", {
    text: { zh: "另一位版主正在处理这一项", en: "Another moderator is at it." },
  });
}
