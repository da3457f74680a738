import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { preload } from "../../core/loaders.ts";
import { row, selectOne } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import type { Message } from "../messages/message.entity.ts";
import { pictureById, selectMessages } from "../messages/message.loaders.ts";
import { Report, ReportStatus } from "../reports/report.entity.ts";
import { canHandleReport } from "../reports/report.policy.ts";
import { fileReport } from "../reports/report.service.ts";
import { userById } from "../users/user.loaders.ts";
import type { ReportMessageInput } from "./messageReport.input.ts";
import { ReportedMessage } from "./messageReport.view.ts";

/** So many messages before the reported one are shown with it: enough to see what it answers. */
export const MESSAGES_BEFORE = 5;

/**
 * Tells the administrators of a private message that somebody wrote to the viewer. Who has an open report of it changes that.
 * @emits contentReported for a new one
 * @throws {DomainError} NOT_FOUND for messages of dialogs of others, as for those that do not exist, have been taken away
 *   or put away; INVALID_PARAMETER for own messages, a missing or too long explanation; RATE_LIMITED.
 */
export const reportMessage = verb({
  name: "reportMessage",
  who: "member",
  rate: "report",
  async run(ctx: Context, { messageId, reason, detail }: ReportMessageInput): Promise<Report> {
    const message = await row<{ id: number; authorId: number }>(
      ctx,
      `SELECT m.id, m.authorId FROM messages m JOIN dialog_sides s ON s.dialogId = m.dialogId AND s.userId = ?
       WHERE m.id = ? AND m.id > s.deletedUpTo AND m.removedAt IS NULL`,
      [ctx.viewer.id, parseId(messageId, "messageId")],
    );
    if (!message) throw new DomainError("NOT_FOUND");
    const [id, authorId] = [Number(message.id), Number(message.authorId)];
    const target = { threadId: null, postId: null, userId: authorId, messageId: id };
    return fileReport(ctx, { ...target, key: `m${id}`, ownerId: authorId }, { reason, detail });
  },
});

/**
 * Shows a reported message with a few before it, oldest first, to who decides about the report, and writes to the log who
 * read which, without what they say. Only while the report is open, and nothing that its reporter had put away.
 * @throws {DomainError} NOT_FOUND for reports that are unknown, decided, about something else, or looked after by others.
 */
export const readReportedMessage = verb({
  name: "readReportedMessage",
  who: "member",
  rate: "manage",
  audited: true,
  run: (ctx: Context, reportId: number): Promise<ReportedMessage[]> =>
    inTransaction(ctx, async (ctx) => {
      const report = await selectOne(ctx, Report, "r", "reports r WHERE r.id = ?", [reportId]);
      if (
        !report ||
        report.messageId === null ||
        report.status !== ReportStatus.OPEN ||
        !canHandleReport(ctx.viewer, report, null)
      ) {
        throw new DomainError("NOT_FOUND");
      }
      const { messageId } = report;
      const [reported] = await selectMessages(ctx, "messages m WHERE m.id = ?", [messageId]);
      if (!reported) throw new DomainError("NOT_FOUND");
      const before = await selectMessages(
        ctx,
        `messages m JOIN dialog_sides s ON s.dialogId = m.dialogId AND s.userId = ?
         WHERE m.dialogId = ? AND m.id < ? AND m.id > s.deletedUpTo ORDER BY m.id DESC LIMIT ?`,
        [report.reporterId, reported.dialogId, messageId, MESSAGES_BEFORE],
      );
      noteChange(ctx, {
        target: `report:${reportId}`,
        after: { read: messageId, before: before.map(({ id }) => id) },
      });
      await preload(ctx, pictureById, reported.attachmentId === null ? [] : [reported.attachmentId]);
      await preload(
        ctx,
        userById,
        [...before, reported].map(({ authorId }) => authorId),
      );
      return [...before.toReversed(), reported].map((message) => shown(message, message === reported));
    }),
});

function shown({ id, authorId, body, attachmentId, removedAt, createdAt }: Message, isReported: boolean) {
  return Object.assign(new ReportedMessage(), {
    ...{ id, authorId, body, isReported, createdAt },
    pictureId: isReported ? attachmentId : null,
    hasPicture: attachmentId !== null,
    isRemoved: removedAt !== null,
  });
}
