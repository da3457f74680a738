import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { cleanText, lengthOf } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert, lockById, lockWhere } from "../../../core/write.ts";
import { getPost } from "../../posts/post.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { getThread } from "../../threads/thread.service.ts";
import { User } from "../../users/user.entity.ts";
import { viewUser } from "../../users/user.service.ts";
import { REPORT_DETAIL_MAX, Report, ReportReason, ReportStatus } from "./report.entity.ts";
import { contentReported, reportsHandled } from "./report.events.ts";
import type { ReportContentInput, ReportVerdict } from "./report.input.ts";
import { canHandleReport } from "./report.policy.ts";

/** What is reported. */
export interface ReportTarget {
  /** As one value; see `Report.targetKey`. */
  readonly key: string;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly userId: number | null;
  readonly messageId: number | null;
  /** Whose it is. */
  readonly ownerId: number;
}

/** What a report is about; whoever reports something must see it. */
async function targetOf(
  ctx: Context,
  { threadId, postId, userId }: ReportContentInput,
): Promise<ReportTarget> {
  const named = [threadId, postId, userId].filter((id) => id != null).length;
  if (named !== 1) {
    throw invalid("threadId", "请指定一个举报对象", "Name exactly one of threadId, postId, userId.");
  }
  if (threadId != null) {
    const thread = await getThread(ctx, parseId(threadId, "threadId"));
    const { id, authorId } = thread;
    return { ...NOTHING, key: `t${id}`, threadId: id, ownerId: authorId };
  }
  if (postId != null) {
    const { post } = await getPost(ctx, parseId(postId, "postId"));
    const { id, authorId } = post;
    return { ...NOTHING, key: `p${id}`, threadId: post.threadId, postId: id, ownerId: authorId };
  }
  const { id } = await viewUser(ctx, parseId(userId!, "userId"));
  return { ...NOTHING, key: `u${id}`, userId: id, ownerId: id };
}

const NOTHING = { threadId: null, postId: null, userId: null, messageId: null } as const;

/** Why something is reported. */
type ReportWords = Pick<ReportContentInput, "reason" | "detail">;

function prepareDetail({ reason, detail }: ReportWords): string {
  const text = cleanText(detail, "detail").trim();
  if (lengthOf(text) > REPORT_DETAIL_MAX) {
    const most = REPORT_DETAIL_MAX;
    throw invalid("detail", `说明不能超过 ${most} 个字符`, `The explanation has at most ${most} characters.`);
  }
  if (reason === ReportReason.OTHER && text === "") {
    throw invalid("detail", "请填写举报理由", "Say what is wrong.");
  }
  return text;
}

/**
 * Tells the moderators of a thread, a reply or a member. Who has an open report of the same thing changes it.
 * @emits contentReported for a new one
 * @throws {DomainError} NOT_FOUND, FORBIDDEN for what the viewer does not see; INVALID_PARAMETER for own content, no or
 *   several targets, a missing or too long explanation; RATE_LIMITED.
 */
export const reportContent = verb({
  name: "reportContent",
  who: "member",
  rate: "report",
  async run(ctx: Context, input: ReportContentInput): Promise<Report> {
    return fileReport(ctx, await targetOf(ctx, input), input);
  },
});

/**
 * Stores what the viewer reports, for the verbs that know that the viewer sees it. An open report of the same thing is changed.
 * @emits contentReported for a new one
 * @throws {DomainError} INVALID_PARAMETER for own content, a missing or too long explanation.
 */
export async function fileReport(
  ctx: Context,
  { key, ownerId, ...target }: ReportTarget,
  { reason, detail: explanation }: ReportWords,
): Promise<Report> {
  if (ownerId === ctx.viewer.id) {
    throw invalid("threadId", "不能举报自己", "Nobody can report themselves.");
  }
  const detail = prepareDetail({ reason, detail: explanation });
  const openKey = `${ctx.viewer.id}:${key}`;

  return inTransaction(ctx, async (ctx) => {
    // Two reports of one member at the same moment take turns, so that the second finds the first.
    await lockById(ctx, User, ctx.viewer.id);
    const changed = await ctx.db.update(Report, { openKey }, { reason, detail, updatedAt: ctx.now });
    if (changed.affected === 0) {
      const reporterId = ctx.viewer.id;
      const reportId = await insert(ctx, Report, {
        ...target,
        reporterId,
        targetKey: key,
        openKey,
        reason,
        detail,
        status: ReportStatus.OPEN,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      });
      ctx.emit(contentReported({ reportId, reporterId, ...target }));
    }
    return ctx.db.findOneByOrFail(Report, { openKey });
  });
}

/** What `handleReport` takes. */
export interface ReportHandling {
  readonly id: number;
  readonly verdict: ReportVerdict;
}

/** The category that decides who looks after a report; null for reports about members and private messages. */
async function categoryOf(ctx: Context, { threadId }: Report): Promise<number | null> {
  return threadId === null ? null : ((await load(ctx, threadById, threadId))?.categoryId ?? null);
}

/**
 * Decides about a report and about all other open reports of the same thing; what happens to the thing itself is done
 * with the verbs for that. A report that has been handled stays as it is.
 * @emits reportsHandled
 * @throws {DomainError} NOT_FOUND for unknown reports and for those that others look after.
 */
export const handleReport = verb({
  name: "handleReport",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { id, verdict }: ReportHandling): Promise<Report> {
    const report = await ctx.db.findOneBy(Report, { id });
    if (!report || !canHandleReport(ctx.viewer, report, await categoryOf(ctx, report))) {
      throw new DomainError("NOT_FOUND");
    }
    return inTransaction(ctx, async (ctx) => {
      const ofTarget = { targetKey: report.targetKey, status: ReportStatus.OPEN };
      const open = await lockWhere(ctx, Report, ofTarget);
      if (!open.some((other) => other.id === id)) noteNothing(ctx);
      else {
        const handling = { handledById: ctx.viewer.id, handledAt: ctx.now };
        await ctx.db.update(Report, ofTarget, { status: ReportStatus[verdict], openKey: null, ...handling });
        noteChange(ctx, {
          target: `report:${id}`,
          before: { status: ReportStatus.OPEN, target: report.targetKey },
          after: { status: verdict, reports: open.map((other) => other.id) },
        });
        const { threadId, postId, userId, messageId } = report;
        const about = { threadId, postId, userId, messageId };
        const reporterIds = open.map(({ reporterId }) => reporterId);
        ctx.emit(reportsHandled({ ...about, reporterIds, verdict, handledById: ctx.viewer.id }));
      }
      return ctx.db.findOneByOrFail(Report, { id });
    });
  },
});

/**
 * Opens a report again, with those of the same thing that were handled with it, in the caller's transaction; for the
 * commands that know that the viewer may. They do not become the reporter's open report: there may be a newer one.
 */
export async function reopenReports(ctx: Context, { targetKey, handledAt }: Report): Promise<void> {
  if (handledAt === null) return;
  const open = { status: ReportStatus.OPEN, handledById: null, handledAt: null };
  await ctx.db.update(Report, { targetKey, handledAt }, open);
}
