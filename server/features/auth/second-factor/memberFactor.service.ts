import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { getUser } from "../../users/user.service.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { Session } from "../sessions/session.entity.ts";
import { sessionsEnded } from "../sessions/session.events.ts";
import { SecondFactor } from "./secondFactor.entity.ts";

/**
 * Takes the second factor of a member who has lost it away, in the caller's transaction: all their sessions end, and they
 * are told.
 * @emits sessionsEnded, notificationRaised
 * @returns how many sessions ended
 * @throws {DomainError} NOT_FOUND if they have none
 */
export async function takeSecondFactor(ctx: Context, userId: number): Promise<number> {
  const { affected } = await ctx.db.delete(SecondFactor, { userId });
  if (affected !== 1)
    throw new DomainError("NOT_FOUND", {
      text: { zh: "该成员没有开启两步验证", en: "This member has no second factor." },
    });
  const ended = await ctx.db.delete(Session, { userId });
  ctx.emit(sessionsEnded({ userId, sessionIds: "all" }));
  const nothing = { actorId: null, threadId: null, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId, kind: "user.second_factor.removed", ...nothing }));
  return ended.affected ?? 0;
}

/**
 * Removes the second factor of a member who has lost it. Administrators do so for others: their own needs the way of all
 * members, which asks for it or the password.
 * @emits sessionsEnded, notificationRaised
 * @throws {DomainError} FORBIDDEN for oneself; PROOF_NEEDED; NOT_FOUND if there is no such member, or no second factor.
 */
export const removeUserSecondFactor = verb({
  name: "removeUserSecondFactor",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, userId: number): Promise<boolean> {
    if (userId === ctx.viewer.accountId)
      throw new DomainError("FORBIDDEN", {
        text: { zh: "请在自己的设置中关闭", en: "Switch your own off in your settings." },
      });
    await requireProof(ctx);
    await getUser(ctx, userId);
    await inTransaction(ctx, async (ctx) => {
      const endedSessions = await takeSecondFactor(ctx, userId);
      noteChange(ctx, { target: `user:${userId}`, after: { changed: "secondFactor", endedSessions } });
    });
    return true;
  },
});
