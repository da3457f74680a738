import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember, SILENCE_WITHOUT_END } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { checkStatusReason } from "../../auth/accounts/member.service.ts";
import { isStaffMember } from "../../auth/sessions/staff.service.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { lockMember, refuseIfLastAdmin } from "../../users/members/member.service.ts";
import { setSilence, type Silence } from "../../users/members/silence.service.ts";
import type { User } from "../../users/user.entity.ts";
import { profileChanged } from "../../users/user.events.ts";
import { isStaff, silenceEndOf } from "../../users/user.policy.ts";
import { getUser } from "../../users/user.service.ts";
import { BatchAction, ModerationBatch } from "./batch.entity.ts";
import type { SilenceUserInput } from "./silence.input.ts";
import { changedSince } from "./state.service.ts";

/** True if the viewer may silence a member: moderators may, staff only administrators, and nobody themselves. */
export async function canLiftSilence(ctx: Context, userId: number): Promise<boolean> {
  const { viewer } = ctx;
  if (!isStaff(viewer) || viewer.id === userId) return false;
  return viewer.isAdmin || !(await isStaffMember(ctx, userId));
}

/** @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for who moderates nothing and for staff; INVALID_PARAMETER for oneself. */
async function mustBeAbove(ctx: Context, userId: number): Promise<void> {
  const { viewer } = ctx;
  allow(mustBeMember(viewer));
  if (!isStaff(viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
  if (userId === viewer.id)
    throw invalid("userId", "不能对自己操作", "Nobody can silence themselves or lift their own silence.");
  if (!(await canLiftSilence(ctx, userId))) throw new DomainError("FORBIDDEN");
}

/**
 * Keeps a member from publishing, for a time or for good, as a batch that can be undone. The end is compared with the
 * time of each request, so no job ends it.
 * @emits profileChanged, notificationRaised
 * @throws {DomainError} FORBIDDEN for viewers who moderate nothing, and for staff except by administrators; NOT_FOUND;
 *   IN_USE for the last administrator; INVALID_PARAMETER for an end that has passed, for oneself, and for the reason.
 */
export const silenceUser = verb({
  name: "silenceUser",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: SilenceUserInput): Promise<ModerationBatch> {
    const userId = parseId(input.userId, "userId");
    const until = input.until ?? null;
    const reason = checkStatusReason(input.reason);
    await getUser(ctx, userId);
    await mustBeAbove(ctx, userId);
    if (reason === "") throw invalid("reason", "请写明禁言的理由", "Say why the member is silenced.");
    if (until !== null && (until <= ctx.now || until >= SILENCE_WITHOUT_END))
      throw invalid("until", "禁言的结束时间必须在未来", "The silence must end in the future.");
    const id = await inTransaction(ctx, async (ctx) => {
      const member = await lockMember(ctx, userId);
      await refuseIfLastAdmin(ctx, member);
      const action = BatchAction.SILENCE;
      const after: Silence = { silencedUntil: until ?? SILENCE_WITHOUT_END, silenceReason: reason };
      const batchId = await insert(ctx, ModerationBatch, {
        actorId: ctx.viewer.id,
        action,
        reason,
        createdAt: ctx.now,
        userId,
        memberBefore: JSON.stringify(silenceFrom(member)),
        memberAfter: JSON.stringify(after),
      });
      await changeSilence(ctx, member, after);
      noteChange(ctx, { target: `batch:${batchId}`, after: { action, user: userId }, reason });
      return batchId;
    });
    return ctx.db.findOneByOrFail(ModerationBatch, { id });
  },
});

/**
 * Ends the silence of a member.
 * @emits profileChanged, notificationRaised
 * @throws {DomainError} FORBIDDEN for viewers who moderate nothing, and for staff except by administrators; NOT_FOUND;
 *   INVALID_PARAMETER for oneself.
 */
export const liftSilence = verb({
  name: "liftSilence",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<User> {
    await getUser(ctx, userId);
    await mustBeAbove(ctx, userId);
    await inTransaction(ctx, async (ctx) => {
      const member = await lockMember(ctx, userId);
      if (silenceEndOf(member, ctx.now) === null) noteNothing(ctx);
      else await changeSilence(ctx, member, { silencedUntil: null, silenceReason: "" });
    });
    return getUser(ctx, userId);
  },
});

/**
 * Changes the silence of a locked member, with log and notification, in the caller's transaction.
 * @emits profileChanged, notificationRaised
 */
async function changeSilence(ctx: Context, member: User, after: Silence): Promise<void> {
  const { id: userId } = member;
  const end = silenceEndOf(after, ctx.now);
  await setSilence(ctx, userId, after);
  noteChange(ctx, {
    target: `user:${userId}`,
    before: { silencedUntil: loggedEnd(silenceEndOf(member, ctx.now)) },
    after: { silencedUntil: loggedEnd(end) },
    reason: after.silenceReason,
  });
  ctx.emit(profileChanged({ userId }));
  const about = { userId, actorId: null, threadId: null, postId: null };
  const kind = end === null ? "user.unsilenced" : "user.silenced";
  ctx.emit(notificationRaised({ ...about, kind, data: { reason: after.silenceReason } }));
}

function loggedEnd(end: Date | null): Date | string | null {
  return end !== null && end >= SILENCE_WITHOUT_END ? "for good" : end;
}

/**
 * Gives a member the silence back that was before a batch, in the transaction that undoes it.
 * @throws {DomainError} FORBIDDEN for viewers who may not silence the member; CONFLICT if somebody decided about the
 *   member since.
 */
export async function restoreSilence(ctx: Context, batch: ModerationBatch): Promise<void> {
  const { userId, memberBefore, memberAfter } = batch;
  if (userId === null || memberBefore === null || memberAfter === null) return;
  await mustBeAbove(ctx, userId);
  const member = await lockMember(ctx, userId);
  if (JSON.stringify(silenceFrom(member)) !== memberAfter) throw changedSince();
  const { silencedUntil, silenceReason } = JSON.parse(memberBefore) as Silence;
  await changeSilence(ctx, member, {
    silencedUntil: silencedUntil && new Date(silencedUntil),
    silenceReason,
  });
}

function silenceFrom({ silencedUntil, silenceReason }: User): Silence {
  return { silencedUntil, silenceReason };
}
