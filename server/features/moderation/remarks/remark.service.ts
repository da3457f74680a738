import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { checkReason } from "../../../core/reason.ts";
import { cleanText, lengthOf } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert, lockById } from "../../../core/write.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { getPost } from "../../posts/post.service.ts";
import { getThread } from "../../threads/thread.service.ts";
import { isStaff } from "../../users/user.policy.ts";
import { getUser } from "../../users/user.service.ts";
import { UserRemark, NOTE_MAX, RemarkKind } from "./remark.entity.ts";
import type { WarnUserInput } from "./remark.input.ts";

/** Requires a moderator. @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who moderate nothing. */
function mustBeStaff({ viewer }: Context): void {
  allow(mustBeMember(viewer));
  if (!isStaff(viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
}

/** Finds what a warning is about: content of the member under their name that the viewer may see. */
async function subjectOf(
  ctx: Context,
  userId: number,
  { threadId, postId }: WarnUserInput,
): Promise<Pick<UserRemark, "threadId" | "postId">> {
  const [thread, post] = [parseOptionalId(threadId, "threadId"), parseOptionalId(postId, "postId")];
  if (thread === undefined && post === undefined) return { threadId: null, postId: null };
  const content = post === undefined ? await getThread(ctx, thread!) : (await getPost(ctx, post)).post;
  // Nobody learns who wrote what is anonymous, not even by trying names.
  if (content.isAnonymous || content.authorId !== userId)
    throw invalid("threadId", "内容不是这位成员写的", "The member did not write it.");
  return "threadId" in content
    ? { threadId: content.threadId, postId: content.id }
    : { threadId: content.id, postId: null };
}

/**
 * Warns a member: they get a notification with the reason, and staff sees how often that was needed.
 * @emits notificationRaised
 * @throws {DomainError} FORBIDDEN for viewers who moderate nothing; NOT_FOUND; INVALID_PARAMETER for the reason, for
 *   oneself and for content of somebody else.
 */
export const warnUser = verb({
  name: "warnUser",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: WarnUserInput): Promise<UserRemark> {
    mustBeStaff(ctx);
    const userId = parseId(input.userId, "userId");
    const body = checkReason(input.reason);
    if (body === "") throw invalid("reason", "请写明警告的理由", "Say what the warning is for.");
    if (userId === ctx.viewer.id) throw invalid("userId", "不能警告自己", "Nobody can warn themselves.");
    await getUser(ctx, userId);
    const subject = await subjectOf(ctx, userId, input);
    return inTransaction(ctx, async (ctx) => {
      const warning = { userId, authorId: ctx.viewer.id, kind: RemarkKind.WARNING, body, createdAt: ctx.now };
      const id = await insert(ctx, UserRemark, { ...warning, ...subject });
      noteChange(ctx, { target: `user:${userId}`, after: { warning: id, ...subject }, reason: body });
      const data = { reason: body };
      ctx.emit(notificationRaised({ userId, kind: "user.warned", actorId: null, ...subject, data }));
      return ctx.db.findOneByOrFail(UserRemark, { id });
    });
  },
});

/** Input of `addMemberNote`. */
export interface MemberNote {
  readonly userId: number;
  readonly body: string;
}

/**
 * Adds a note about a member that staff alone reads. The log says that there is one, and not what it says.
 * @throws {DomainError} FORBIDDEN for viewers who moderate nothing; NOT_FOUND; INVALID_PARAMETER for the text.
 */
export const addMemberNote = verb({
  name: "addMemberNote",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { userId, body: given }: MemberNote): Promise<UserRemark> {
    mustBeStaff(ctx);
    const body = cleanText(given).trim();
    if (body === "") throw invalid("body", "请填写备注", "Write the note.");
    if (lengthOf(body) > NOTE_MAX)
      throw invalid("body", `备注不能超过 ${NOTE_MAX} 个字符`, `A note has at most ${NOTE_MAX} characters.`);
    await getUser(ctx, userId);
    return inTransaction(ctx, async (ctx) => {
      const note = { userId, authorId: ctx.viewer.id, kind: RemarkKind.NOTE, body, createdAt: ctx.now };
      const id = await insert(ctx, UserRemark, { ...note, threadId: null, postId: null });
      noteChange(ctx, { target: `user:${userId}`, after: { note: id } });
      return ctx.db.findOneByOrFail(UserRemark, { id });
    });
  },
});

/**
 * Removes a note or takes a warning back: one's own, or any for administrators.
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for those of others.
 */
export const deleteUserRemark = verb({
  name: "deleteUserRemark",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, remarkId: number): Promise<boolean> {
    mustBeStaff(ctx);
    await inTransaction(ctx, async (ctx) => {
      const remark = await lockById(ctx, UserRemark, remarkId);
      if (!remark) throw new DomainError("NOT_FOUND");
      if (remark.authorId !== ctx.viewer.id && !ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
      await ctx.db.delete(UserRemark, { id: remarkId });
      noteChange(ctx, { target: `user:${remark.userId}`, before: { [remark.kind.toLowerCase()]: remarkId } });
    });
    return true;
  },
});
