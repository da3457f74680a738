import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { Dialog, Message, withoutRemoved } from "../../messages/message.entity.ts";
import { messageById, pictureById } from "../../messages/message.loaders.ts";
import { Report, ReportStatus } from "../reports/report.entity.ts";
import { canHandleReport } from "../reports/report.policy.ts";
import { fileReport } from "../reports/report.service.ts";
import { userById } from "../../users/user.loaders.ts";
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
    const message = await findReadable(ctx, parseId(messageId, "messageId"));
    if (!message) throw new DomainError("NOT_FOUND");
    const { id, authorId } = message;
    const target = { threadId: null, postId: null, userId: authorId, messageId: id };
    return fileReport(ctx, { ...target, key: `m${id}`, ownerId: authorId }, { reason, detail });
  },
});

/** Reads a message that the viewer has: of a dialog of theirs, neither removed nor put away. */
function findReadable(ctx: Context, id: number): Promise<Message | null> {
  const isOwn = "s.dialogId = m.dialogId AND s.userId = :viewerId";
  return ctx.db
    .createQueryBuilder(Message, "m")
    .innerJoin(Dialog, "s", isOwn, { viewerId: ctx.viewer.id })
    .where("m.id = :id AND m.id > s.deletedUpTo AND m.removedAt IS NULL", { id })
    .getOne();
}

/** Reads a few messages before a reported one, newest first, without what its reporter had put away. */
async function messagesBefore(ctx: Context, reporterId: number, reported: Message): Promise<Message[]> {
  const messages = await ctx.db
    .createQueryBuilder(Message, "m")
    .innerJoin(Dialog, "s", "s.dialogId = m.dialogId AND s.userId = :reporterId", { reporterId })
    .where("m.dialogId = :dialogId AND m.id < :id AND m.id > s.deletedUpTo", {
      dialogId: reported.dialogId,
      id: reported.id,
    })
    .orderBy("m.id", "DESC")
    .limit(MESSAGES_BEFORE)
    .getMany();
  return messages.map(withoutRemoved);
}

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
      const report = await ctx.db.findOneBy(Report, { id: reportId });
      if (
        !report ||
        report.messageId === null ||
        report.status !== ReportStatus.OPEN ||
        !canHandleReport(ctx.viewer, report, null)
      ) {
        throw new DomainError("NOT_FOUND");
      }
      const { messageId } = report;
      const reported = await load(ctx, messageById, messageId);
      if (!reported) throw new DomainError("NOT_FOUND");
      const before = await messagesBefore(ctx, report.reporterId, reported);
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
