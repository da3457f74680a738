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
import { handleReport, handleReportsOf, reopenReports } from "../reports/report.service.ts";
import { type ContentHold, HoldReason } from "../../spam/contentHold.entity.ts";
import { findHold, setHoldDecided } from "../../spam/contentHold.service.ts";
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
 * Decides about one item of the queue through the commands for its content, and logs the reason.
 * @emits the events of those commands
 * @throws {DomainError} CONFLICT while another moderator has claimed it; NOT_FOUND, FORBIDDEN; INVALID_PARAMETER.
 */
export const decideReview = verb({
  name: "decideReview",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { key, decision, reason: reasonText, ban }: DecideReviewInput): Promise<boolean> {
    mustReview(ctx);
    const { kind, id } = parseKey(key);
    const reason = checkReason(reasonText);
    if (ban && decision === ReviewDecision.APPROVE) {
      throw invalid("ban", "保留内容时不能封禁作者", "Nobody is banned for what stays.");
    }
    await inTransaction(ctx, async (ctx) => {
      await refuseIfClaimed(ctx, key);
      // Before the content is deleted: the author is read from it.
      if (ban) await banAuthor(ctx, kind, id, reason);
      if (kind === ReviewKind.REPORT) await decideReport(ctx, id, decision, reason);
      else await decideContent(ctx, kind, id, decision, reason);
      await ctx.db.delete(ReviewClaim, { targetKey: key });
      noteChange(ctx, { target: targetOf(kind, id), after: { decision }, reason });
    });
    return true;
  },
});

/** Input of `undoReview`. */
export interface ReviewUndoing {
  readonly key: string;
  /** True to restore the status of the author, too. */
  readonly unban: boolean;
}

/**
 * Puts a decided item back into the queue.
 * @throws {DomainError} CONFLICT while another moderator has claimed it; NOT_FOUND, FORBIDDEN; INVALID_PARAMETER.
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
      await refuseIfClaimed(ctx, key);
      if (kind === ReviewKind.REPORT) await reopenReport(ctx, id);
      else {
        await refuseIfDeletedByOthers(ctx, kind, id);
        await RESTORE[kind](ctx, id);
        await SET_APPROVAL[kind](ctx, id, ApprovalState.PENDING);
        await reopenHold(ctx, key);
      }
      if (unban) await unbanAuthor(ctx, kind, id);
      noteChange(ctx, { target: targetOf(kind, id), after: { decision: "UNDONE" } });
    });
    return true;
  },
});

type Waiting = Exclude<ReviewKind, ReviewKind.REPORT>;

const SET_APPROVAL: Readonly<
  Record<Waiting, (ctx: Context, id: number, approval: ApprovalState, reason?: string) => Promise<unknown>>
> = {
  [ReviewKind.THREAD]: (ctx, threadId, approval, reason) =>
    setThreadApproval(ctx, { threadId, approval, reason }),
  [ReviewKind.POST]: (ctx, postId, approval, reason) => setPostApproval(ctx, { postId, approval, reason }),
};
const RESTORE = { [ReviewKind.THREAD]: restoreThread, [ReviewKind.POST]: restorePost } as const;
const DELETE = {
  [ReviewKind.THREAD]: (ctx: Context, threadId: number, reason: string) =>
    deleteThread(ctx, { threadId, reason }),
  [ReviewKind.POST]: (ctx: Context, postId: number, reason: string) => deletePost(ctx, { postId, reason }),
} as const;

const decisionsOf = (
  kind: Waiting,
): Readonly<Record<ReviewDecision, (ctx: Context, id: number, reason: string) => Promise<unknown>>> => ({
  [ReviewDecision.APPROVE]: (ctx, id, reason) => SET_APPROVAL[kind](ctx, id, ApprovalState.APPROVED, reason),
  [ReviewDecision.REFUSE]: (ctx, id, reason) => SET_APPROVAL[kind](ctx, id, ApprovalState.IGNORED, reason),
  [ReviewDecision.DELETE]: DELETE[kind],
});
const DECIDE = {
  [ReviewKind.THREAD]: decisionsOf(ReviewKind.THREAD),
  [ReviewKind.POST]: decisionsOf(ReviewKind.POST),
};

/** Decides about content that waits; reports that hid it are decided about with it, and count for their senders. */
async function decideContent(
  ctx: Context,
  kind: Waiting,
  id: number,
  decision: ReviewDecision,
  reason: string,
): Promise<void> {
  const key = keyOf(kind, id);
  const hold = await findHold(ctx, key);
  // Before the content is deleted, while the viewer sees its reports.
  if (hold?.decidedAt === null && hold.reason === HoldReason.REPORTS) {
    const isKept = decision === ReviewDecision.APPROVE;
    await handleReportsOf(ctx, key, isKept ? ReportVerdict.REJECTED : ReportVerdict.ACCEPTED);
  }
  await DECIDE[kind][decision](ctx, id, reason);
  if (hold?.decidedAt === null) await setHoldDecided(ctx, key, ctx.now);
}

const keyOf = (kind: Waiting, id: number): string => `${kind === ReviewKind.THREAD ? "t" : "p"}${id}`;

/** Lets content that waits again wait for its former reason, with the reports that were decided about with it. */
async function reopenHold(ctx: Context, key: string): Promise<void> {
  const hold = await findHold(ctx, key);
  if (!hold?.decidedAt) return;
  if (hold.reason === HoldReason.REPORTS)
    await reopenReports(ctx, { targetKey: key, handledAt: hold.decidedAt });
  await setHoldDecided(ctx, key, null);
}

/** Handles a report and deletes the content if it is accepted; members stay, since a ban is a decision of its own. */
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
  const { threadId, postId, messageId, targetKey } = await handleReport(ctx, {
    id,
    verdict: accepted ? ReportVerdict.ACCEPTED : ReportVerdict.REJECTED,
  });
  const hold = await findHold(ctx, targetKey);
  if (hold?.decidedAt === null && hold.reason === HoldReason.REPORTS) {
    await setHoldDecided(ctx, targetKey, ctx.now);
    if (!accepted) await showAgain(ctx, hold, reason);
  }
  if (!accepted) return;
  if (postId !== null) await deletePost(ctx, { postId, reason });
  else if (threadId !== null) await deleteThread(ctx, { threadId, reason });
  else if (messageId !== null) await setMessageRemoved(ctx, messageId, true);
}

/** Lets content appear that reports had hidden, unless somebody has decided otherwise meanwhile. */
async function showAgain(
  ctx: Context,
  { threadId, postId }: Pick<ContentHold, "threadId" | "postId">,
  reason: string,
): Promise<void> {
  const [kind, id] =
    postId === null ? ([ReviewKind.THREAD, threadId!] as const) : ([ReviewKind.POST, postId] as const);
  const table = kind === ReviewKind.THREAD ? Thread : Post;
  const select = { id: true, approval: true, deletedAt: true } as const;
  const content = await ctx.db.findOne<Thread | Post>(table, { select, where: { id } });
  if (content?.approval === ApprovalState.PENDING && content.deletedAt === null)
    await SET_APPROVAL[kind](ctx, id, ApprovalState.APPROVED, reason);
}

/** Reopens a report, with those of the same target that were decided with it. */
async function reopenReport(ctx: Context, id: number): Promise<void> {
  const report = await ctx.db.findOneBy(Report, { id });
  const thread = report?.threadId ? await load(ctx, threadById, report.threadId) : null;
  if (!report || !canHandleReport(ctx.viewer, report, thread?.categoryId ?? null)) {
    throw new DomainError("NOT_FOUND");
  }
  if (report.status === ReportStatus.OPEN) return;
  // Verdicts of other moderators are undone by administrators alone.
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
  const hold = await findHold(ctx, report.targetKey);
  if (!hold?.decidedAt || hold.decidedAt.getTime() !== report.handledAt?.getTime()) return;
  await setHoldDecided(ctx, report.targetKey, null);
  if (report.status !== ReportStatus.REJECTED) return;
  if (report.postId === null) await SET_APPROVAL.THREAD(ctx, report.threadId!, ApprovalState.PENDING);
  else await SET_APPROVAL.POST(ctx, report.postId, ApprovalState.PENDING);
}

/** Refuses to restore content that somebody else deleted since, such as its author. @throws {DomainError} CONFLICT. */
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

async function refuseIfClaimed(ctx: Context, key: string): Promise<void> {
  const claim = await load(ctx, claimOf, key);
  if (!claim || claim.userId === ctx.viewer.id) return;
  throw new DomainError("CONFLICT", {
    text: { zh: "另一位版主正在处理这一项", en: "Another moderator is handling it." },
  });
}
