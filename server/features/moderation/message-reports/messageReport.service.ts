import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { Dialog, Message, withoutRemoved } from "../../messages/message.entity.ts";
import { messageById, pictureById } from "../../messages/message.loaders.ts";
import { RoomMember, SeatState } from "../../rooms/room.entity.ts";
import { Report, ReportStatus } from "../reports/report.entity.ts";
import { canHandleReport } from "../reports/report.policy.ts";
import { fileReport } from "../reports/report.service.ts";
import { userById } from "../../users/user.loaders.ts";
import type { ReportMessageInput } from "./messageReport.input.ts";
import { ReportedMessage } from "./messageReport.view.ts";

/** Number of messages shown before the reported one: enough to see what it answers. */
export const MESSAGES_BEFORE = 5;

/**
 * Reports a private message to the viewer, or one of their rooms, to the administrators; an open report of the viewer about it is changed.
 * @emits contentReported for a new one
 * @throws {DomainError} NOT_FOUND for messages that are unknown, removed, deleted by the viewer, or of dialogs or rooms of others;
 *   INVALID_PARAMETER for own messages, a missing or too long explanation; RATE_LIMITED.
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

/** Finds a message that the viewer can read: of their own dialog or room, written, neither removed nor deleted. */
function findReadable(ctx: Context, id: number): Promise<Message | null> {
  const viewerId = ctx.viewer.id;
  const isShown = "(m.id > s.deletedUpTo OR m.id > r.visibleAfter)";
  return ctx.db
    .createQueryBuilder(Message, "m")
    .leftJoin(Dialog, "s", "s.dialogId = m.dialogId AND s.userId = :viewerId", { viewerId })
    .leftJoin(RoomMember, "r", IS_IN_ROOM, { viewerId })
    .where(`m.id = :id AND ${isShown} AND m.removedAt IS NULL AND m.event IS NULL`, { id })
    .getOne();
}

const IS_IN_ROOM = `r.roomId = m.roomId AND r.userId = :viewerId AND r.state = '${SeatState.JOINED}'`;

/**
 * Reads a few messages before a reported one, newest first, without those that its reporter had deleted. Of a room those
 * since the reporter joined; none once they have left it.
 */
async function messagesBefore(ctx: Context, viewerId: number, reported: Message): Promise<Message[]> {
  const { id, dialogId, roomId } = reported;
  const query = ctx.db.createQueryBuilder(Message, "m");
  if (roomId === null)
    query
      .innerJoin(Dialog, "s", "s.dialogId = m.dialogId AND s.userId = :viewerId", { viewerId })
      .where("m.dialogId = :dialogId AND m.id < :id AND m.id > s.deletedUpTo", { dialogId, id });
  else
    query
      .innerJoin(RoomMember, "r", IS_IN_ROOM, { viewerId })
      .where("m.roomId = :roomId AND m.id < :id AND m.id > r.visibleAfter", { roomId, id })
      .andWhere("m.event IS NULL");
  const messages = await query.orderBy("m.id", "DESC").limit(MESSAGES_BEFORE).getMany();
  return messages.map(withoutRemoved);
}

/**
 * Reads a reported message with a few before it, oldest first, for moderators who handle the report, and logs who read
 * which, without their text. Only while the report is open, and without messages that its reporter had deleted.
 * @throws {DomainError} NOT_FOUND for reports that are unknown, decided, about something else, or handled by others.
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
    id,
    authorId,
    body,
    isReported,
    createdAt,
    pictureId: isReported ? attachmentId : null,
    hasPicture: attachmentId !== null,
    isRemoved: removedAt !== null,
  });
}
