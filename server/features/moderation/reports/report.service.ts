import { In } from "typeorm";
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
import { invalidateCategories } from "../../categories/category.service.ts";
import { moveCheck } from "../../checks/queue.service.ts";
import { moveHold } from "../../spam/contentHold.service.ts";
import { REPORT_DETAIL_MAX, Report, ReportReason, ReportStatus } from "./report.entity.ts";
import { contentReported, reportsHandled, reportsReopened } from "./report.events.ts";
import type { ReportContentInput, ReportVerdict } from "./report.input.ts";
import { canHandleReport } from "./report.policy.ts";
import { hideAtScore, lockHideable } from "./reportHiding.service.ts";
import { weighReport } from "./reportWeight.service.ts";

/** Target of a report. */
export interface ReportTarget {
  /** As one value; see `Report.targetKey`. */
  readonly key: string;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly userId: number | null;
  readonly messageId: number | null;
  /** Author of the content, or the reported member. */
  readonly ownerId: number;
}

/** Finds the target of a report, which the viewer must be able to see. */
async function targetOf(
  ctx: Context,
  { threadId, postId, userId }: ReportContentInput,
): Promise<ReportTarget> {
  const targetCount = [threadId, postId, userId].filter((id) => id != null).length;
  if (targetCount !== 1) {
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

/** Reason of a report. */
type Reason = Pick<ReportContentInput, "reason" | "detail">;

function prepareDetail({ reason, detail }: Reason): string {
  const text = cleanText(detail).trim();
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
 * Reports a thread, a reply or a member to the moderators; an open report of the viewer about it is changed.
 * @emits contentReported for a new one
 * @throws {DomainError} NOT_FOUND, FORBIDDEN for content that the viewer cannot see; INVALID_PARAMETER for own content, no or
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
 * Stores a report of the viewer, for commands that have checked that they see the target; an open one is changed. Content
 * is hidden once its reports reach the score of the owner.
 * @emits contentReported for a new one; the events of hiding
 * @throws {DomainError} INVALID_PARAMETER for own content, a missing or too long explanation.
 */
export async function fileReport(
  ctx: Context,
  { key, ownerId, ...target }: ReportTarget,
  { reason, detail: explanation }: Reason,
): Promise<Report> {
  if (ownerId === ctx.viewer.id) {
    throw invalid("threadId", "不能举报自己", "Nobody can report themselves.");
  }
  const detail = prepareDetail({ reason, detail: explanation });
  const openKey = `${ctx.viewer.id}:${key}`;
  const weight = await weighReport(ctx, target);

  let isHidden = false;
  const report = await inTransaction(ctx, async (ctx) => {
    const content = await lockHideable(ctx, { ...target, ownerId });
    // Serialises the reports of one member, so that the second of two at once finds the first.
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
        ...weight,
        status: ReportStatus.OPEN,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      });
      ctx.emit(contentReported({ reportId, reporterId, ...target }));
      if (content) isHidden = await hideAtScore(ctx, key, content);
    }
    return ctx.db.findOneByOrFail(Report, { openKey });
  });
  if (isHidden) invalidateCategories(ctx.services);
  return report;
}

/** Input of `handleReport`. */
export interface ReportHandling {
  readonly id: number;
  readonly verdict: ReportVerdict;
}

/** Finds the category whose moderators handle a report; null for reports about members and private messages. */
async function categoryOf(ctx: Context, { threadId }: Report): Promise<number | null> {
  return threadId === null ? null : ((await load(ctx, threadById, threadId))?.categoryId ?? null);
}

/**
 * Decides about a report and all other open reports of the same target; the target itself is changed by other commands.
 * A handled report stays unchanged.
 * @emits reportsHandled
 * @throws {DomainError} NOT_FOUND for unknown reports and for those that others handle.
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
        const handled = { handledById: ctx.viewer.id, handledAt: ctx.now.toISOString() };
        ctx.emit(reportsHandled({ ...about, reporterIds, verdict, ...handled }));
      }
      return ctx.db.findOneByOrFail(Report, { id });
    });
  },
});

/**
 * Reopens a report, with those of the same target that were handled with it, in the caller's transaction; the caller
 * checks that the viewer may. They do not get an `openKey` again: the reporter may have a newer open report.
 * @emits reportsReopened
 */
export async function reopenReports(
  ctx: Context,
  { targetKey, handledAt }: Pick<Report, "targetKey" | "handledAt">,
): Promise<void> {
  if (handledAt === null) return;
  const open = { status: ReportStatus.OPEN, handledById: null, handledAt: null };
  await ctx.db.update(Report, { targetKey, handledAt }, open);
  ctx.emit(reportsReopened({ targetKey, handledAt: handledAt.toISOString() }));
}

/**
 * Decides about the open reports of content about which the caller has just decided; does nothing if there are none.
 * @emits reportsHandled
 */
export async function handleReportsOf(
  ctx: Context,
  targetKey: string,
  verdict: ReportVerdict,
): Promise<void> {
  const open = await ctx.db.findOneBy(Report, { targetKey, status: ReportStatus.OPEN });
  if (open) await handleReport(ctx, { id: open.id, verdict });
}

/** A text before and after threads were merged or split. */
interface ContentPlace {
  readonly threadId: number;
  /** Null for the thread's own text. */
  readonly postId: number | null;
}

/** Lets reports of a text be about the same text in another place, in the caller's transaction. */
export async function moveReports(ctx: Context, from: ContentPlace, to: ContentPlace): Promise<void> {
  const keyOf = ({ threadId, postId }: ContentPlace): string =>
    postId === null ? `t${threadId}` : `p${postId}`;
  const targetKey = keyOf(to);
  const { threadId, postId } = to;
  const place = postId === null ? { threadId, postId } : { threadId: null, postId };
  await moveHold(ctx, keyOf(from), place);
  await moveCheck(ctx, keyOf(from), { ...place, targetKey });
  for (const { id, reporterId, openKey } of await ctx.db.findBy(Report, { targetKey: keyOf(from) })) {
    const newKey = openKey === null ? null : `${reporterId}:${targetKey}`;
    await ctx.db.update(Report, { id }, { ...to, targetKey, openKey: newKey });
  }
}

/** Lets reports of replies name the thread in which these are now, in the caller's transaction. */
export async function moveReportsOfPosts(
  ctx: Context,
  postIds: readonly number[],
  threadId: number,
): Promise<void> {
  await ctx.db.update(Report, { postId: In([...postIds]) }, { threadId });
}
