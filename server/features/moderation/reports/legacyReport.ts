import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { checkInput } from "../../../core/validation.ts";
import { threadOfFirstPost } from "../../threads/legacy/legacyText.ts";
import type { LegacyReport } from "./legacy.input.ts";
import { ReportReason } from "./report.entity.ts";
import { ReportContentInput } from "./report.input.ts";
import { reportContent } from "./report.service.ts";

/** Reasons that old clients offer, by their words; all others are words of the reporter. */
const REASONS: ReadonlyMap<string, ReportReason> = new Map([
  ["广告垃圾", ReportReason.SPAM],
  ["违规内容", ReportReason.ILLEGAL],
  ["恶意灌水", ReportReason.FLOODING],
  ["重复发帖", ReportReason.DUPLICATE],
]);
const [MEMBER, THREAD, REPLY] = [0, 1, 2];

/** Reports a member, thread or reply to the moderators. @throws {DomainError} as `reportContent`. */
export async function reportForLegacy(ctx: Context, input: LegacyReport): Promise<object> {
  const words = input.reason.trim();
  const reason = REASONS.get(words) ?? ReportReason.OTHER;
  const report = await reportContent(
    ctx,
    checkInput(
      Object.assign(new ReportContentInput(), {
        ...targetOf(input),
        reason,
        detail: reason === ReportReason.OTHER ? words : "",
      }),
    ),
  );
  return { id: report.id };
}

function targetOf({ type, userId, threadId, postId }: LegacyReport): Partial<ReportContentInput> {
  if (type === MEMBER && userId !== undefined) return { userId: String(userId) };
  if (type === THREAD && threadId !== undefined) return { threadId: String(threadId) };
  if (type === REPLY && postId !== undefined) {
    const thread = threadOfFirstPost(postId);
    return thread === null ? { postId: String(postId) } : { threadId: String(thread) };
  }
  throw invalid("type", "举报对象不完整", "Say what is reported: type, and the id that belongs to it.");
}
